/**
 * Requests of the bucket, signed with Signature Version 4. The signer is in every bundle already: the storage
 * client itself would add a third to the start of the busiest function.
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
  /** Signed headers: with another value the bucket refuses the request. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Signed too: format of the response, or version of the object. @default none */
  readonly query?: Readonly<Record<string, string>>;
}

/** A signed request, ready to be sent. */
export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a request and its body by headers, at an instant. */
export async function signRequest(request: BucketRequest, body: Uint8Array, signingDate: Date): Promise<SignedRequest> {
  const payloadHash = createHash('sha256').update(body).digest('hex');
  const { address, toSign } = prepareRequest(request, { 'x-amz-content-sha256': payloadHash });
  const { headers } = await signer().sign(toSign, { signingDate });
  return { url: withQuery(address, request.query), headers };
}

/**
 * A presigned address that allows one kind of request for a time, from an instant on. It expires
 * earlier when the function's credentials do.
 */
export async function presignUrl(request: BucketRequest, expiresS: number, signingDate: Date): Promise<string> {
  const { address, toSign } = prepareRequest(request, { 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' });
  const { query } = await signer().presign(toSign, { signingDate, expiresIn: expiresS });
  return withQuery(address, query);
}

/** Enough time to fetch a file at once. The bucket itself refuses older URLs. */
const MAX_DOWNLOAD_S = 900;

/** A person sent these files: opened in a browser, none may run as a page of the bucket. */
const AS_ATTACHMENT = { 'response-content-disposition': 'attachment' };

/**
 * A presigned address that downloads one file, as an attachment, for at most 900 seconds. It is a credential: it is
 * neither stored nor logged. Needs the grant that reads files of the key's kind, such as `kyc-files-read`.
 * @throws RangeError for a time that no download has, or a key of another form
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

/** Letters, digits, dots, hyphens and underscores between slashes, so that nothing in a key is ever escaped. */
const KEY_PATTERN = /^(?!.*(^|\/)\.\.?(\/|$))[\w.-]+(\/[\w.-]+)*$/;

/** AWS puts the name of the bucket into the host name; storage at a separate address has it in the path. @throws RangeError for a key of another form */
function objectUrl(key: string): URL {
  if (!KEY_PATTERN.test(key)) throw new RangeError('A key has characters that keys do not have');
  const bucket = required('FILES_BUCKET');
  const endpoint = configuredEndpoint('S3');
  if (endpoint !== undefined) return new URL(`${endpoint}/${bucket}/${key}`);
  return new URL(`https://${bucket}.s3.${required('AWS_REGION')}.amazonaws.com/${key}`);
}
