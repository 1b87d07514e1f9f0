import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { LOCAL_REGION, localClient } from '#local/engines/local-cloud';
import { type HttpServer, startHttpServer } from '#local/processes/http-server';
import type { bucketSchema } from '#local/template/property-schemas';
import { type CorsRule, preflightHeaders, responseHeaders } from './cors';
import { askedHeaders, asksForHeader } from './download-headers';
import { type BucketObjects, objectsInFolder, objectsInMemory, type StoredObject } from './objects';
import { checkSignature, parseTarget, UNSIGNED_PAYLOAD } from './request-signature';
import { escaped, S3Error } from './s3-error';

// A listing returns all keys of a bucket that begin with a prefix, in one response.

/** Query parameters of a listing, in addition to the signature parameters. */
const PARAMETERS = new Set(['list-type', 'prefix']);

/** Returns true if a request lists keys instead of reading an object. */
function asksForListing(method: string, key: string, query: Query): boolean {
  return method === 'GET' && key === '' && query.some(([name, value]) => name === 'list-type' && value === '2');
}

function isListingParameter(parameter: string): boolean {
  return PARAMETERS.has(parameter);
}

type Query = readonly (readonly [string, string])[];

/** Returns the response to a listing. @throws S3Error without a prefix, because our functions never list a whole bucket */
function listing(bucket: string, keys: readonly string[], query: Query): string {
  const prefix = query.find(([name]) => name === 'prefix')?.[1] ?? '';
  if (prefix === '') throw new S3Error(501, 'NotImplemented', 'The local bucket supports only listings with a prefix');
  const found = keys.filter((key) => key.startsWith(prefix)).toSorted();
  const contents = found.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join('');
  const head = `<Name>${bucket}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${found.length}</KeyCount>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${head}<IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`;
}

/** The resolved properties of an AWS::S3::Bucket that the local service supports. */
type BucketProperties = z.output<typeof bucketSchema>;

export interface BucketServiceOptions {
  /** Buckets by name. */
  readonly buckets: ReadonlyMap<string, BucketProperties>;
  /** Folder for the objects. Without this folder, objects are lost when the process ends. */
  readonly dataDir?: string | undefined;
}

interface Bucket {
  readonly name: string;
  readonly objects: BucketObjects;
  readonly corsRules: readonly CorsRule[];
  /** True if objects have a version id. Previous versions are not stored locally. */
  readonly isVersioned: boolean;
}

interface BucketResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

interface Call {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly bucket: Bucket;
  readonly key: string;
}

/** Larger than any file of our API (an upload has at most 10 MB). AWS accepts 5 GB. */
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

/** Query parameters of the signature or of the SDK. They do not change the result. */
const PARAMETERS_WITHOUT_EFFECT = /^(x-amz-|x-id$)/i;

/** Unsupported headers. Ignoring them would return a wrong result. */
const HEADERS_NOT_SERVED = [
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'x-amz-copy-source',
  // S3 also rejects these headers without object lock. The local buckets are those of the sandbox, without locks.
  'x-amz-object-lock-mode',
  'x-amz-object-lock-retain-until-date',
];

const { credentials } = localClient('');
const SIGNING_CREDENTIALS = { ...credentials, region: LOCAL_REGION };

/**
 * Starts a small S3 (path style) on a free port: PUT, GET, HEAD and DELETE of objects, DELETE of the latest version, and listings
 * by prefix. Checks signatures and CORS rules as S3 does. Rejects everything else with `NotImplemented`.
 */
export async function startBucketService({ buckets, dataDir }: BucketServiceOptions): Promise<HttpServer> {
  const open = new Map<string, Bucket>();
  for (const [name, { CorsConfiguration, VersioningConfiguration }] of buckets) {
    open.set(name, {
      name,
      objects: dataDir === undefined ? objectsInMemory() : await objectsInFolder(join(dataDir, 'buckets', name)),
      corsRules: CorsConfiguration?.CorsRules ?? [],
      isVersioned: VersioningConfiguration !== undefined,
    });
  }

  return startHttpServer(async (request, response) => {
    const { status, headers, body } = await respond(request, open).catch(
      (error: unknown): BucketResponse => errorResponse(new S3Error(500, 'InternalError', String(error))),
    );
    const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body ?? '') };
    response.writeHead(status, { ...headers, ...length });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
}

async function respond(request: IncomingMessage, buckets: ReadonlyMap<string, Bucket>): Promise<BucketResponse> {
  // Read the body even of a rejected request. Otherwise a client that is still sending would not receive the response.
  const body = await readBody(request);
  const { origin } = request.headers;
  let corsHeaders: Readonly<Record<string, string>> = {};
  try {
    const { bucket, key } = resolveBucket(request, buckets);
    if (request.method === 'OPTIONS') return preflight(request, bucket.corsRules);
    if (origin !== undefined) corsHeaders = responseHeaders(bucket.corsRules, { origin, method: request.method ?? '' });
    if (body === undefined)
      throw new S3Error(400, 'EntityTooLarge', `The local bucket accepts at most ${BODY_LIMIT_BYTES} bytes`);
    const served = await serve({ request, body, bucket, key });
    return { ...served, headers: { ...corsHeaders, ...served.headers } };
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    return errorResponse(error, corsHeaders);
  }
}

function errorResponse(error: S3Error, headers: Readonly<Record<string, string>> = {}): BucketResponse {
  return {
    status: error.status,
    headers: { ...headers, 'content-type': 'application/xml' },
    body: error.toXml(),
  };
}

function resolveBucket(
  { url = '/' }: IncomingMessage,
  buckets: ReadonlyMap<string, Bucket>,
): { readonly bucket: Bucket; readonly key: string } {
  const [, name = '', ...rest] = parseTarget(url).path.split('/');
  const bucket = buckets.get(name);
  if (bucket === undefined) throw new S3Error(404, 'NoSuchBucket', `The specified bucket does not exist: ${name}`);
  return { bucket, key: rest.join('/') };
}

function preflight({ headers }: IncomingMessage, rules: readonly CorsRule[]): BucketResponse {
  const { origin, 'access-control-request-method': method } = headers;
  if (origin === undefined || method === undefined) {
    throw new S3Error(
      400,
      'BadRequest',
      'Insufficient information. Origin request header and access control request method needed.',
    );
  }
  const requested = (headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim());
  const allowed = preflightHeaders(rules, { origin, method, headers: requested.filter(Boolean) });
  if (allowed === undefined)
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  return { status: 200, headers: allowed };
}

async function serve({ request, body, bucket, key }: Call): Promise<BucketResponse> {
  const { method = '', url: target = '/', headers } = request;
  const payloadHash = await checkSignature({ method, target, headers }, SIGNING_CREDENTIALS, Date.now());
  checkServed(request, key);
  checkBody(payloadHash, body);
  switch (method) {
    case 'PUT': {
      if (headers['content-length'] === undefined)
        throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
      const contentType = headers['content-type'] ?? 'binary/octet-stream';
      const object = { content: body, contentType, storedAtMs: Date.now() };
      await bucket.objects.put(key, object);
      return { status: 200, headers: { etag: computeEtag(body), ...versionHeader(bucket, object) } };
    }
    case 'DELETE': {
      const { versionId } = Object.fromEntries(parseTarget(target).query);
      const object = versionId === undefined ? undefined : await bucket.objects.get(key);
      if (versionId === undefined || (object !== undefined && versionOf(object) === versionId))
        await bucket.objects.delete(key);
      return { status: 204 };
    }
    default: {
      const { query } = parseTarget(target);
      if (asksForListing(method, key, query)) {
        const body = listing(bucket.name, await bucket.objects.keys(), query);
        return { status: 200, headers: { 'content-type': 'application/xml' }, body };
      }
      const object = await bucket.objects.get(key);
      if (object === undefined) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
      return {
        status: 200,
        headers: {
          'content-type': object.contentType,
          etag: computeEtag(object.content),
          'last-modified': new Date(object.storedAtMs).toUTCString(),
          ...versionHeader(bucket, object),
          ...askedHeaders(query),
        },
        body: object.content,
      };
    }
  }
}

function checkServed({ method = '', url = '/', headers }: IncomingMessage, key: string): void {
  const reads = method === 'GET' || method === 'HEAD';
  const { query } = parseTarget(url);
  const lists = asksForListing(method, key, query);
  const isServed = (name: string) => {
    if (PARAMETERS_WITHOUT_EFFECT.test(name)) return true;
    if (lists) return isListingParameter(name);
    return reads ? asksForHeader(name) : method === 'DELETE' && name === 'versionId';
  };
  const parameter = query.find(([name]) => !isServed(name));
  const header = HEADERS_NOT_SERVED.find((name) => headers[name] !== undefined);
  if ((lists || key !== '') && parameter === undefined && header === undefined && METHODS.has(method)) return;
  throw new S3Error(
    501,
    'NotImplemented',
    `The local bucket can only put, get, delete and list whole objects, not ${[method, parameter?.[0], header].join(' ').trim()}`,
  );
}

const METHODS = new Set(['PUT', 'GET', 'HEAD', 'DELETE']);

function checkBody(payloadHash: string, body: Buffer): void {
  if (payloadHash === UNSIGNED_PAYLOAD) return;
  if (payloadHash.startsWith('STREAMING-'))
    throw new S3Error(501, 'NotImplemented', 'The local bucket accepts no bodies in signed chunks');
  if (createHash('sha256').update(body).digest('hex') === payloadHash) return;
  throw new S3Error(
    400,
    'XAmzContentSHA256Mismatch',
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  );
}

function versionHeader({ isVersioned }: Bucket, object: StoredObject): Record<string, string> {
  return isVersioned ? { 'x-amz-version-id': versionOf(object) } : {};
}

function versionOf({ content, storedAtMs }: StoredObject): string {
  return createHash('sha256').update(`${storedAtMs} `).update(content).digest('hex').slice(0, 32);
}

function computeEtag(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}

/** Returns `undefined` if the body is larger than the limit, and discards the bytes above the limit. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length <= BODY_LIMIT_BYTES) chunks.push(bytes);
  }
  return length <= BODY_LIMIT_BYTES ? Buffer.concat(chunks, length) : undefined;
}
