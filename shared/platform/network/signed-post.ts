import { createHash } from 'node:crypto';
import { SignatureV4, type SignatureV4Init } from '@smithy/signature-v4';
import { NodeSha256 } from '#shared/platform/config/node-sha256';
import { readUpTo, sendRequest } from './http-request';

export interface SignedPost {
  readonly address: URL;
  /** Name of the service in the signature, e.g. `sts`. */
  readonly service: string;
  readonly region: string;
  readonly credentials: SignatureV4Init['credentials'];
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export interface SignedPostResponse {
  readonly status: number;
  readonly text: string;
}

/** A secret has 64 KB at most, which JSON may write as six times as many. */
const MAX_RESPONSE_BYTES = 524_288;

/**
 * One POST to a service of the cloud whose client is not among the dependencies. It is sent once and follows no redirect.
 * @throws Error when no answer comes in time, or the credentials cannot be had
 */
export async function signedPost({ address, body, timeoutMs, ...signed }: SignedPost): Promise<SignedPostResponse> {
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
