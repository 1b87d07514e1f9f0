/**
 * Secrets of the account, read by their ARN. One signed POST is all that is needed of the secrets service, and
 * the signer is in every bundle already.
 */
import * as z from 'zod/mini';
import { defaultProvider } from '#shared/config/credentials';
import { required } from '#shared/config/environment';
import { signedPost } from '#shared/network/signed-post';
import { refusal } from '#shared/observability/denied-call';

/** A rotated secret is in use everywhere after this long; both values must hold until then. */
const KEPT_MS = 300_000;
const TIMEOUT_MS = 3000;
const TRIES = 3;

/** The secrets service did not give a secret. What it said stays out of the error. */
export class SecretUnavailable extends Error {
  override readonly name = 'SecretUnavailable';
}

interface Kept {
  readonly value: Promise<string>;
  readonly untilMs: number;
}

const kept = new Map<string, Kept>();

/**
 * The text of a secret, at most five minutes old.
 * @throws SecretUnavailable after three tries
 */
export function readSecret(arn: string): Promise<string> {
  const known = kept.get(arn);
  if (known !== undefined && known.untilMs > Date.now()) return known.value;
  const value = fetchSecret(arn);
  kept.set(arn, { value, untilMs: Date.now() + KEPT_MS });
  // A failure is not kept: the next caller asks again.
  value.catch(() => {
    if (kept.get(arn)?.value === value) kept.delete(arn);
  });
  return value;
}

async function fetchSecret(arn: string): Promise<string> {
  for (let round = 1; ; round += 1) {
    try {
      return await getSecretValue(arn);
    } catch (error) {
      if (round === TRIES) throw new SecretUnavailable('A secret could not be read', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** round));
    }
  }
}

const secretValue = z.object({ SecretString: z.string() });

async function getSecretValue(arn: string): Promise<string> {
  // arn:aws:secretsmanager:<region>:<account>:secret:<name>: it may lie in another region than its reader.
  const region = arn.split(':')[3] || required('AWS_REGION');
  const address = addressOf(region);
  const body = JSON.stringify({ SecretId: arn });
  const response = await signedPost({
    address,
    service: 'secretsmanager',
    region,
    credentials: defaultProvider(),
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
    },
    body,
    timeoutMs: TIMEOUT_MS,
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`The secrets service answered ${response.status}`, { cause: refusalIn(text) });
  return secretValue.parse(JSON.parse(text)).SecretString;
}

const refused = z.object({
  __type: z.string(),
  Message: z.optional(z.string()),
  message: z.optional(z.string()),
});

/** What the service says of a call that it did not take, as a cause for the log. */
function refusalIn(text: string): Error | undefined {
  const parsed = refused.safeParse(jsonIn(text));
  if (!parsed.success) return undefined;
  const { __type: type, Message, message } = parsed.data;
  const call = { service: 'SecretsManager', operation: 'GetSecretValue' };
  return refusal(call, type.split('#').at(-1) ?? type, Message ?? message ?? '');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addressOf(region: string): URL {
  const local = process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER;
  if (local !== undefined && local !== '') return new URL(local);
  return new URL(`https://secretsmanager.${region}.amazonaws.com/`);
}
