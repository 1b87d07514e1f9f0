/**
 * Requests to the bucket, signed with Signature Version 4. The signer is already in every bundle; the S3 client would add a third
 * to the startup time of the busiest function.
 */
import { createHash } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { configuredEndpoint } from '#shared/platform/config/cloud-clients';
import { defaultProvider } from '#shared/platform/config/credentials';
import { required } from '#shared/platform/config/environment';
import { NodeSha256 } from '#shared/platform/config/node-sha256';

/** Request to the bucket. */
export interface BucketRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly key: string;
  /** Signed headers with lower-case names. The bucket refuses the request if a received header differs from the signed header. */
  readonly headers: Readonly<Record<string, string>>;
  /** Signed query parameters: format of the response, or version of the object. @default none */
  readonly query?: Readonly<Record<string, string>>;
}

/** A signed request, ready to be sent. */
export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a request and its body. The returned headers contain the signature. @param signingDate time of the signature */
export async function signRequest(request: BucketRequest, body: Uint8Array, signingDate: Date): Promise<SignedRequest> {
  const payloadHash = createHash('sha256').update(body).digest('hex');
  const { address, toSign } = prepareRequest(request, { 'x-amz-content-sha256': payloadHash });
  const { headers } = await signer().sign(toSign, { signingDate });
  return { url: withQuery(address, request.query), headers };
}

/**
 * Returns a presigned URL for one method and one key, valid from `signingDate` for `expiresS` seconds. The URL expires earlier if
 * the function's credentials expire earlier.
 */
export async function presignUrl(request: BucketRequest, expiresS: number, signingDate: Date): Promise<string> {
  const { address, toSign } = prepareRequest(request, { 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' });
  const { query } = await signer().presign(toSign, { signingDate, expiresIn: expiresS });
  return withQuery(address, query);
}

/**
 * Maximum lifetime of a download URL: enough for an immediate download. The bucket's policy refuses signatures older than 900 s.
 */
const MAX_DOWNLOAD_S = 900;

/** Files that a person uploaded must not run as a web page of the bucket when a browser opens them. */
const AS_ATTACHMENT = { 'response-content-disposition': 'attachment' };

/**
 * Returns a download URL. The URL is a credential: never store or log it. Requires the `…-read` grant of the key's prefix.
 * @throws RangeError if the lifetime is out of range or the key is malformed
 */
export async function presignDownload(file: { readonly key: string; readonly expiresS: number }): Promise<string> {
  const { key, expiresS } = file;
  if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > MAX_DOWNLOAD_S)
    throw new RangeError(`A download is open for 1 to ${MAX_DOWNLOAD_S} seconds`);
  return presignUrl({ method: 'GET', key, headers: {}, query: AS_ATTACHMENT }, expiresS, new Date());
}

function withQuery(address: URL, query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  return pairs.length === 0 ? address.href : `${address.href}?${pairs.join('&')}`;
}

function prepareRequest(
  { method, key, headers, query = {} }: BucketRequest,
  payload: Readonly<Record<string, string>>,
) {
  const address = objectUrl(key);
  const toSign = {
    method,
    protocol: address.protocol,
    hostname: address.hostname,
    path: address.pathname,
    query,
    headers: { host: address.host, ...headers, ...payload },
  };
  return { address, toSign };
}

function signer(): SignatureV4 {
  return new SignatureV4({
    service: 's3',
    region: required('AWS_REGION'),
    credentials: defaultProvider(),
    sha256: NodeSha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
}

/** Returns the origin to which browsers send uploads. */
export function bucketOrigin(): string {
  return objectUrl('uploads').origin;
}

/** Letters, digits, dots, hyphens and underscores between slashes: a key never requires URL escaping. */
const KEY_PATTERN = /^(?!.*(^|\/)\.\.?(\/|$))[\w.-]+(\/[\w.-]+)*$/;

/**
 * Returns the URL of an object. AWS puts the bucket's name into the host name; a configured endpoint has the name in the path.
 * @throws RangeError if the key is malformed
 */
function objectUrl(key: string): URL {
  if (!KEY_PATTERN.test(key)) throw new RangeError('A key has characters that keys do not have');
  const bucket = required('FILES_BUCKET');
  const endpoint = configuredEndpoint('S3');
  if (endpoint !== undefined) return new URL(`${endpoint}/${bucket}/${key}`);
  return new URL(`https://${bucket}.s3.${required('AWS_REGION')}.amazonaws.com/${key}`);
}
