/** Checks Signature Version 4 as S3 does: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ALGORITHM_IDENTIFIER, SignatureV4 } from '@smithy/signature-v4';
import { NodeSha256 } from '#shared/platform/config/node-sha256';
import { S3Error } from './s3-error';

/** The only valid keys for signatures, and their Region. */
export interface SigningCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** A request as received. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, unchanged. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** Signature from the headers or the query of a request. Missing parts are empty. */
interface SignatureFields {
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly signedAt: string;
  /** SHA-256 hash of the body in lower-case hexadecimal digits, or `UNSIGNED-PAYLOAD` if the body is not signed. */
  readonly payloadHash: string;
  /** Validity in seconds; `undefined` if the headers contain the signature. */
  readonly expiresS: number | undefined;
}

export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

/** Maximum difference between the clocks of client and server. */
const SKEW_MS = 15 * 60_000;
const MAX_EXPIRY_S = 604_800;

/** Computes the expected signature of a request over the signed headers, with the signer of the AWS SDK. */
class Verifier extends SignatureV4 {
  async expected(request: ReceivedRequest, fields: SignatureFields, scope: string): Promise<string> {
    const { path, query } = parseTarget(request.target);
    const headers = fields.signedHeaders.map((name) => {
      const value = request.headers[name];
      const text = Array.isArray(value) ? value.join(',') : (value ?? '');
      return [name, text.trim().replace(/ +/g, ' ')];
    });
    const values: Record<string, string[]> = {};
    for (const [name, value] of query) values[name] = [...(values[name] ?? []), value];
    // S3 does not normalize paths: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
    const encoded = path.split('/').map(uriEncode).join('/');
    const received = { method: request.method, path: encoded, query: values, headers: {} };
    const canonical = this.createCanonicalRequest(
      { ...received, protocol: 'http:', hostname: '127.0.0.1' },
      Object.fromEntries(headers),
      fields.payloadHash,
    );
    const text = await this.createStringToSign(fields.signedAt, scope, canonical, ALGORITHM_IDENTIFIER);
    return this.sign(text, { signingDate: new Date(parseTime(fields.signedAt)) });
  }
}

/**
 * Returns the hash that the body must have, or `UNSIGNED-PAYLOAD`, if the signature of the request is correct.
 * @throws S3Error with the code of S3: `SignatureDoesNotMatch` also for a wrong key, day, Region, service or algorithm
 */
export async function checkSignature(
  request: ReceivedRequest,
  signer: SigningCredentials,
  nowMs: number,
): Promise<string> {
  const query = new Map(parseTarget(request.target).query);
  const fields = readSignature(query, request.headers);
  checkTime(fields, nowMs);
  checkSignedHeaders(fields, request.headers);
  const { region, accessKeyId } = signer;
  const scope = `${fields.signedAt.slice(0, 8)}/${region}/s3/aws4_request`;
  const verifier = new Verifier({
    region,
    credentials: signer,
    service: 's3',
    sha256: NodeSha256,
    uriEscapePath: false,
  });
  const expected = Buffer.from(`${accessKeyId}/${scope} ${await verifier.expected(request, fields, scope)}`);
  const given = Buffer.from(`${fields.credential} ${fields.signature}`);
  if (given.length === expected.length && timingSafeEqual(given, expected)) return fields.payloadHash;
  throw new S3Error(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  );
}

/** Encodes text as Signature Version 4 requires. */
function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function denied(message: string): S3Error {
  return new S3Error(403, 'AccessDenied', message);
}

const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/;

function readSignature(query: ReadonlyMap<string, string>, headers: IncomingHttpHeaders): SignatureFields {
  const { authorization, 'x-amz-date': date, 'x-amz-content-sha256': hash } = headers;
  const byAddress = query.has('X-Amz-Signature');
  if (byAddress && authorization !== undefined)
    throw new S3Error(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  if (!byAddress && authorization === undefined) throw denied('Access Denied');
  if (byAddress) {
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders')?.split(';') ?? [],
      signedAt: query.get('X-Amz-Date') ?? '',
      payloadHash: UNSIGNED_PAYLOAD,
      expiresS: Number(query.get('X-Amz-Expires')),
    };
  }
  const [, credential = '', signedHeaders = '', signature = ''] = AUTHORIZATION.exec(authorization ?? '') ?? [];
  return {
    ...{ credential, signature, signedHeaders: signedHeaders.split(';'), signedAt: String(date ?? '') },
    ...{ payloadHash: String(hash ?? ''), expiresS: undefined },
  };
}

/** Returns epoch ms of a time such as `20260101T000000Z`; NaN for other text. */
function parseTime(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function checkTime({ signedAt, expiresS }: SignatureFields, nowMs: number): void {
  const signedAtMs = parseTime(signedAt);
  if (Number.isNaN(signedAtMs)) throw denied('AWS authentication requires a valid Date or x-amz-date header');
  if (expiresS !== undefined) {
    if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > MAX_EXPIRY_S)
      throw new S3Error(400, 'AuthorizationQueryParametersError', `X-Amz-Expires must be 1 to ${MAX_EXPIRY_S} seconds`);
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

function checkSignedHeaders({ signedHeaders }: SignatureFields, headers: IncomingHttpHeaders): void {
  const unsigned = Object.keys(headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  );
  if (unsigned.length > 0)
    throw denied(`There were headers present in the request which were not signed: ${unsigned.join(', ')}`);
}

/** Decodes the path and the query of a request. @throws S3Error if they cannot be decoded */
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
