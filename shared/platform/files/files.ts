/** Stores, reads and deletes files in the bucket, and creates presigned upload URLs for browsers. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { deadlineSignal } from '#shared/platform/network/deadline-signal';
import { readUpTo, sendRequest } from '#shared/platform/network/http-request';
import { refusal } from '#shared/platform/observability/denied-call';
import { retry } from '#shared/platform/retry';
import { type BucketRequest, presignUrl, type SignedRequest, signRequest } from './signed-requests';

/** A file in the bucket. We choose the key; the bucket encrypts the content. */
export interface StoredFile {
  readonly key: string;
  readonly content: Uint8Array;
  readonly contentType: string;
}

/** A file that was read, with its version if the bucket is versioned. */
export interface ReadFile extends StoredFile {
  readonly versionId: string | undefined;
}

interface FileToStore extends StoredFile {
  /** End of the object lock (epoch ms). Until then, this version cannot be deleted or replaced. @default no lock */
  readonly lockedUntilMs?: number | undefined;
}

/**
 * Builds the headers for Object Lock in governance mode; a separate permission allows a person to remove the lock. S3 accepts a
 * lock only with a checksum of the content (https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html).
 */
function lockHeaders(content: Uint8Array, lockedUntilMs: number): Readonly<Record<string, string>> {
  return {
    'x-amz-object-lock-mode': 'GOVERNANCE',
    'x-amz-object-lock-retain-until-date': new Date(lockedUntilMs).toISOString(),
    'x-amz-checksum-sha256': createHash('sha256').update(content).digest('base64'),
  };
}

/** Time limit of a call to the bucket. */
export interface CallBounds {
  /** Aborts the call and its retries. Even without a signal, a call has at most three attempts of 5 s each. */
  readonly signal?: AbortSignal | undefined;
}

/** The bucket refused a call, or did not respond in time. `status` is 0 if there was no response. */
class BucketFailure extends Error {
  /** True if a retry may succeed: no response, throttling, or a server error of the bucket. */
  readonly retryable: boolean;
  constructor(
    readonly status: number,
    cause?: unknown,
  ) {
    super(`The bucket returned ${status}`, { cause });
    this.retryable = status === 0 || status === 429 || status >= 500;
  }
}

export class FileNotStored extends BucketFailure {
  override readonly name = 'FileNotStored';
}

export class FileNotRead extends BucketFailure {
  override readonly name = 'FileNotRead';
}

export class FileNotDeleted extends BucketFailure {
  override readonly name = 'FileNotDeleted';
}

/** The bucket contains no file with the key. */
export class FileNotFound extends Error {
  override readonly name = 'FileNotFound';
}

/** The file is larger than the caller accepts. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

const TIMEOUT_MS = 5000;
const MAX_ATTEMPTS = 3;
/** Maximum lifetime of an upload URL: enough time to complete a form and upload 10 MB over a slow connection. */
const MAX_EXPIRY_S = 600;

/**
 * Stores a file. A retry only adds a version with the same content. Requires the `…-write` grant of the key's prefix.
 * @throws FileNotStored
 */
export async function storeFile(
  { key, content, contentType, lockedUntilMs }: FileToStore,
  bounds?: CallBounds,
): Promise<void> {
  const lock = lockedUntilMs === undefined ? {} : lockHeaders(content, lockedUntilMs);
  const request = { method: 'PUT', key, headers: { 'content-type': contentType, ...lock }, body: content } as const;
  await callWithRetries(request, bounds, FileNotStored, async (response) => {
    if (response.statusCode !== 200)
      throw new FileNotStored(response.statusCode ?? 0, await readRefusal(response, 'PutObject'));
    await drain(response);
  });
}

/**
 * Reads a file. Never loads more than `maxBytes` into memory. Requires the `…-read` grant of the key's prefix.
 * @throws FileNotFound, FileTooLarge, FileNotRead
 */
export async function readFile(key: string, maxBytes: number, bounds?: CallBounds): Promise<ReadFile> {
  return callWithRetries({ method: 'GET', key, headers: {} }, bounds, FileNotRead, async (response) => {
    if (response.statusCode !== 200) {
      const why = await readRefusal(response, 'GetObject');
      throw response.statusCode === 404
        ? new FileNotFound(`The bucket holds no ${key}`)
        : new FileNotRead(response.statusCode ?? 0, why);
    }
    const content = await readUpTo(maxBytes, response);
    if (content === undefined) throw new FileTooLarge(`The file has more than ${maxBytes} bytes`);
    const { 'content-type': contentType = 'application/octet-stream', 'x-amz-version-id': version } = response.headers;
    return { key, content, contentType, versionId: typeof version === 'string' ? version : undefined };
  });
}

/** Permanently deletes the version that was read. Requires the `…-delete` grant of the key's prefix. @throws FileNotDeleted */
export async function deleteFile(
  { key, versionId }: Pick<ReadFile, 'key' | 'versionId'>,
  bounds?: CallBounds,
): Promise<void> {
  const query = versionId === undefined ? {} : { versionId };
  await callWithRetries({ method: 'DELETE', key, headers: {}, query }, bounds, FileNotDeleted, async (response) => {
    await drain(response);
    if (response.statusCode !== 204) throw new FileNotDeleted(response.statusCode ?? 0);
  });
}

/**
 * Presigns an upload with an exact size (bytes) and type. A browser can use the URL repeatedly until it expires. The browser
 * sends the returned headers and adds the length. Requires the `…-write` grant of the key's prefix.
 * @throws RangeError if the size or the lifetime is out of range
 */
export async function presignUpload(upload: {
  readonly key: string;
  readonly contentType: string;
  readonly size: number;
  readonly expiresS: number;
}): Promise<SignedRequest> {
  const { key, contentType, size, expiresS } = upload;
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError('The size is no number of bytes');
  if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > MAX_EXPIRY_S)
    throw new RangeError(`An upload is open for 1 to ${MAX_EXPIRY_S} seconds`);
  const headers = { 'content-type': contentType };
  const signed = { ...headers, 'content-length': String(size) };
  return { url: await presignUrl({ method: 'PUT', key, headers: signed }, expiresS, new Date()), headers };
}

/** Calls the bucket and passes the response to `take`. Retries temporary failures within the time limit, but never refusals. */
async function callWithRetries<Result>(
  request: BucketRequest & { readonly body?: Uint8Array },
  { signal: bound }: CallBounds = {},
  Failure: typeof FileNotStored | typeof FileNotRead | typeof FileNotDeleted,
  take: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  const { method, body } = request;
  const signed = await signRequest(request, body ?? new Uint8Array(), new Date());
  return retry(
    async () => {
      const signal = deadlineSignal(TIMEOUT_MS, bound);
      try {
        return await take(await callBucket({ ...signed, method, body, signal }));
      } catch (error) {
        throw isFailure(error) ? error : new Failure(0, error);
      }
    },
    {
      maxAttempts: MAX_ATTEMPTS,
      signal: bound,
      waitAfter: (error, backoffMs) => (isFailure(error) && isFinal(error) ? undefined : backoffMs),
    },
  );
}

type Failed = BucketFailure | FileNotFound | FileTooLarge;

function isFailure(error: unknown): error is Failed {
  return error instanceof BucketFailure || error instanceof FileNotFound || error instanceof FileTooLarge;
}

function isFinal(failure: Failed): boolean {
  return !('status' in failure) || (failure.status >= 400 && failure.status < 500);
}

interface BucketCall extends SignedRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly body?: Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** Sends one request to the bucket. Returns the response when its headers have arrived. */
function callBucket({ url, headers, body, ...request }: BucketCall): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  return sendRequest(url, { ...request, headers: { ...headers, ...length }, body });
}

/** Maximum size of an error response in bytes; S3's XML error documents are shorter. */
const MAX_REFUSAL = 8192;

/** Reads an error response. For status 403, returns the refusal for the log; otherwise `undefined`. */
async function readRefusal(response: IncomingMessage, operation: string): Promise<Error | undefined> {
  if (response.statusCode !== 403) {
    await drain(response);
    return undefined;
  }
  const text = (await readUpTo(MAX_REFUSAL, response))?.toString('utf8') ?? '';
  const [, code = 'AccessDenied'] = /<Code>(\w{1,60})<\/Code>/.exec(text) ?? [];
  const [, message = ''] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
  return refusal({ service: 'S3', operation }, code, message.replaceAll('&quot;', '"'));
}

/** Reads and discards a response, to make the connection reusable. */
async function drain(response: IncomingMessage): Promise<void> {
  for await (const _ of response);
}
