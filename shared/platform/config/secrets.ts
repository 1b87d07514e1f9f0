/**
 * Reads secrets from AWS Secrets Manager by ARN. Sends a signed POST without an SDK client, because every bundle already contains
 * the signer.
 */

import { createHash } from 'node:crypto';
import { SignatureV4, type SignatureV4Init } from '@smithy/signature-v4';
import * as z from 'zod/mini';
import { boundedCache } from '#shared/platform/bounded-cache';
import { NodeSha256 } from '#shared/platform/config/node-sha256';
import { readUpTo, sendRequest } from '#shared/platform/network/http-request';
import { refusal } from '#shared/platform/observability/denied-call';
import { retry } from '#shared/platform/retry';
import { parseJson } from '#shared/values/json';
import { configuredEndpoint } from './cloud-clients';
import { defaultProvider } from './credentials';
import { required } from './environment';

interface SignedPost {
  readonly address: URL;
  /** Name of the service in the signature, e.g. `secretsmanager`. */
  readonly service: string;
  readonly region: string;
  readonly credentials: SignatureV4Init['credentials'];
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

interface SignedPostResponse {
  readonly status: number;
  readonly text: string;
}

/**
 * Maximum size of a response. A secret has at most 64 KB, and 384 KB with JSON escapes (up to six times longer). The rest is for
 * other fields.
 */
const MAX_RESPONSE_BYTES = 524_288;

/**
 * Sends one signed POST to an AWS service without an SDK client. Neither retries nor follows redirects.
 * @throws Error if no response arrives in time, or the credentials are missing
 */
async function signedPost({ address, body, timeoutMs, ...signed }: SignedPost): Promise<SignedPostResponse> {
  const { service, region, credentials } = signed;
  const signer = new SignatureV4({ service, region, credentials, sha256: NodeSha256, applyChecksum: false });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: address.protocol,
    hostname: address.hostname,
    path: address.pathname,
    query: {},
    headers: {
      ...signed.headers,
      host: address.host,
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    },
    body,
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await sendRequest(address.href, { method: 'POST', headers, body, signal });
  const text = await readUpTo(MAX_RESPONSE_BYTES, response);
  if (text === undefined) throw new Error(`The response has more than ${MAX_RESPONSE_BYTES} bytes`);
  return { status: response.statusCode ?? 0, text: text.toString('utf8') };
}

/**
 * Lifetime of a cached secret. After a rotation, functions may use the old secret for this time. During this time, the services
 * that check the secret must accept the old and the new secret.
 */
const CACHE_MS = 300_000;
/** Larger than the number of secrets that any function reads. */
const MAX_CACHED_SECRETS = 20;
const TIMEOUT_MS = 3000;
const MAX_ATTEMPTS = 3;

/** Secrets Manager did not return a secret. The text of this error does not contain the service's message. */
export class SecretUnavailable extends Error {
  override readonly name = 'SecretUnavailable';
  /** True if a retry may succeed, because the service did not refuse the call. */
  readonly retryable: boolean;
  constructor(cause: unknown) {
    super('A secret could not be read', { cause });
    this.retryable = !(cause instanceof SecretRefused);
  }
}

/** The service refused the call; a retry would fail too. */
class SecretRefused extends Error {}

const cache = boundedCache<string>({ maxEntries: MAX_CACHED_SECRETS, ttlMs: CACHE_MS, now: () => Date.now() });

/** Returns the text of a secret, at most five minutes old. @throws SecretUnavailable after three attempts */
export function readSecret(arn: string): Promise<string> {
  return cache.get(arn, () => fetchSecret(arn));
}

async function fetchSecret(arn: string): Promise<string> {
  try {
    return await retry(() => getSecretValue(arn), { maxAttempts: MAX_ATTEMPTS });
  } catch (error) {
    throw new SecretUnavailable(error);
  }
}

const secretValue = z.object({ SecretString: z.string() });

async function getSecretValue(arn: string): Promise<string> {
  // arn:aws:secretsmanager:<region>:<account>:secret:<name>: the secret can be in another region than the function.
  const region = arn.split(':')[3] || required('AWS_REGION');
  const address = new URL(configuredEndpoint('SECRETS_MANAGER') ?? `https://secretsmanager.${region}.amazonaws.com`);
  const body = JSON.stringify({ SecretId: arn });
  const { status, text } = await signedPost({
    address,
    service: 'secretsmanager',
    region,
    credentials: defaultProvider(),
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.GetSecretValue' },
    body,
    timeoutMs: TIMEOUT_MS,
  });
  if (status !== 200) {
    const cause = readRefusal(text);
    // The service returns 400 for throttling too.
    const temporary = status >= 500 || cause?.name.startsWith('Throttling');
    throw new (temporary ? Error : SecretRefused)(`The secrets service returned ${status}`, { cause });
  }
  const secret = secretValue.safeParse(parseJson(text));
  if (!secret.success) throw new SecretRefused('The secret is no text');
  return secret.data.SecretString;
}

const refusalSchema = z.object({
  __type: z.string(),
  Message: z.optional(z.string()),
  message: z.optional(z.string()),
});

/** Reads the service's error response, to add the error to the log. */
function readRefusal(text: string): Error | undefined {
  const parsed = refusalSchema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const { __type: type, Message, message } = parsed.data;
  const call = { service: 'SecretsManager', operation: 'GetSecretValue' };
  return refusal(call, type.split('#').at(-1) ?? type, Message ?? message ?? '');
}
