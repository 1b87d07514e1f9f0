/**
 * Signature Version 4 as object storage checks it, in headers and in an address. Written from the rules and
 * not with the signer that the service uses, so that the two check each other:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './s3-error';

/** Keys whose signatures count, and their Region. */
export interface SigningCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** A request as it came. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, exactly as received. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** Signature of a request, as its headers or its address give it. */
interface SignatureFields {
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly signedAt: string;
  /** Lower-case hash of the body in hexadecimal digits, or the word for a body that is not signed. */
  readonly payloadHash: string;
  /** Seconds; undefined where headers carry the signature. */
  readonly expiresS: number | undefined;
}

export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

/** Largest difference between the clocks of both ends. */
const SKEW_MS = 15 * 60_000;
const MAX_EXPIRY_S = 604_800;

/**
 * Holds a request against its signature.
 * @returns the hash that the body must have, or `UNSIGNED-PAYLOAD`
 * @throws S3Error as the cloud refuses it
 */
export function checkSignature(request: ReceivedRequest, signer: SigningCredentials, nowMs: number): string {
  const { query } = parseTarget(request.target);
  const byAddress = query.some(([name]) => name === 'X-Amz-Signature' || name === 'X-Amz-Algorithm');
  const { authorization } = request.headers;
  if (byAddress && authorization !== undefined)
    throw new S3Error(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  if (!byAddress && authorization === undefined) throw denied('Access Denied');
  const fields = byAddress
    ? readQuerySignature(new Map(query))
    : readHeaderSignature(authorization ?? '', request.headers);
  checkTime(fields, nowMs);
  checkCredential(fields, signer);
  checkSignedHeaders(fields, request.headers);
  const [date = ''] = fields.signedAt.split('T');
  const scope = `${date}/${signer.region}/s3/aws4_request`;
  const text = [
    'AWS4-HMAC-SHA256',
    fields.signedAt,
    scope,
    sha256(canonicalRequest(request, fields.signedHeaders, fields.payloadHash)),
  ].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${signer.secretAccessKey}`);
  const expected = hmac(key, text);
  const given = Buffer.from(fields.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
  return fields.payloadHash;
}

function denied(message: string): S3Error {
  return new S3Error(403, 'AccessDenied', message);
}

function readHeaderSignature(authorization: string, headers: IncomingHttpHeaders): SignatureFields {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.');
  }
  const payloadHash = headers['x-amz-content-sha256'];
  if (typeof payloadHash !== 'string') {
    throw new S3Error(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  return {
    credential,
    signature,
    payloadHash,
    signedHeaders: signedHeaders.split(';'),
    signedAt: String(headers['x-amz-date'] ?? ''),
    expiresS: undefined,
  };
}

function readQuerySignature(query: ReadonlyMap<string, string>): SignatureFields {
  const given = (name: string) => {
    const value = query.get(name);
    if (value === undefined || value === '')
      throw malformedAddress(`Query-string authentication requires the ${name} parameter`);
    return value;
  };
  if (given('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256')
    throw malformedAddress('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  const expiresS = Number(given('X-Amz-Expires'));
  if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > MAX_EXPIRY_S)
    throw malformedAddress(`X-Amz-Expires must be from 1 to ${MAX_EXPIRY_S} seconds`);
  return {
    credential: given('X-Amz-Credential'),
    signedHeaders: given('X-Amz-SignedHeaders').split(';'),
    signature: given('X-Amz-Signature'),
    signedAt: given('X-Amz-Date'),
    payloadHash: UNSIGNED_PAYLOAD,
    expiresS,
  };
}

function malformedAddress(message: string): S3Error {
  return new S3Error(400, 'AuthorizationQueryParametersError', message);
}

function checkTime({ signedAt, expiresS }: SignatureFields, nowMs: number): void {
  const iso = signedAt.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const signedAtMs = iso === signedAt ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(signedAtMs)) throw denied('AWS authentication requires a valid Date or x-amz-date header');
  if (expiresS !== undefined) {
    if (signedAtMs > nowMs + SKEW_MS) throw denied('Request is not yet valid');
    if (nowMs > signedAtMs + expiresS * 1000) throw denied('Request has expired');
  } else if (Math.abs(nowMs - signedAtMs) > SKEW_MS) {
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
}

function checkCredential({ credential, signedAt, expiresS }: SignatureFields, signer: SigningCredentials): void {
  const [accessKeyId, ...scope] = credential.split('/');
  if (accessKeyId !== signer.accessKeyId) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  }
  const [date] = signedAt.split('T');
  if (scope.join('/') === `${date}/${signer.region}/s3/aws4_request`) return;
  const message = `The credential is not of the day, the region ${signer.region} and the service s3`;
  throw expiresS === undefined ? new S3Error(400, 'AuthorizationHeaderMalformed', message) : malformedAddress(message);
}

function checkSignedHeaders({ signedHeaders }: SignatureFields, headers: IncomingHttpHeaders): void {
  const unsigned = Object.keys(headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  );
  if (unsigned.length > 0)
    throw denied(`There were headers present in the request which were not signed: ${unsigned.join(', ')}`);
}

function canonicalRequest(
  { method, target, headers }: ReceivedRequest,
  signedHeaders: readonly string[],
  payloadHash: string,
): string {
  const { path, query } = parseTarget(target);
  const pairs = query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const lines = signedHeaders.map((name) => {
    const value = headers[name];
    const text = Array.isArray(value) ? value.join(',') : (value ?? '');
    return `${name}:${text.trim().replace(/ +/g, ' ')}\n`;
  });
  return [
    method,
    path.split('/').map(encoded).join('/'),
    pairs.toSorted().join('&'),
    lines.join(''),
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
}

/** Path and parameters of a request, decoded. @throws S3Error for what cannot be decoded */
export function parseTarget(target: string): {
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
} {
  const [path = '', ...search] = target.split('?');
  const pairs = search.join('?').split('&').filter(Boolean);
  try {
    return {
      path: decodeURIComponent(path),
      query: pairs.map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [decodeURIComponent(name), decodeURIComponent(value.join('='))] as const;
      }),
    };
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** Everything but letters, digits, `-`, `.`, `_` and `~` as hexadecimal digits. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
