/** Files in the bucket: put there, read back, or put there by a browser that was given a signed address. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { deadlineSignal } from '#shared/platform/network/deadline-signal';
import { readUpTo, sendRequest } from '#shared/platform/network/http-request';
import { refusal } from '#shared/platform/observability/denied-call';
import { retry } from '#shared/platform/retry';
import { type BucketRequest, presignUrl, type SignedRequest, signRequest } from './signed-requests';

/** A file as the service keeps it: under a key of our own, encrypted by the bucket. */
export interface StoredFile {
  readonly key: string;
  readonly content: Uint8Array;
  readonly contentType: string;
}

/** A file that was read, with the version it has in a bucket that keeps versions. */
export interface ReadFile extends StoredFile {
  readonly versionId: string | undefined;
}

/** A file that is to be stored. */
interface FileToStore extends StoredFile {
  /** Until when (epoch ms) this version can neither be deleted nor replaced. @default it can at any time */
  readonly lockedUntilMs?: number | undefined;
}

/**
 * Object Lock in governance mode, which a person with a separate permission may lift. The bucket takes a lock only with a
 * checksum of the content (https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html).
 */
function lockHeaders(content: Uint8Array, lockedUntilMs: number): Readonly<Record<string, string>> {
  return {
    'x-amz-object-lock-mode': 'GOVERNANCE',
    'x-amz-object-lock-retain-until-date': new Date(lockedUntilMs).toISOString(),
    'x-amz-checksum-sha256': createHash('sha256').update(content).digest('base64'),
  };
}

/** Time limit of a call. */
export interface CallBounds {
  /** Ends the call, tries that are still open included. @default three tries of 5 s each, and short waits */
  readonly signal?: AbortSignal | undefined;
}

/** The bucket refused a call, or did not respond in time. The status is 0 when there was no response. */
class BucketFailure extends Error {
  /** True if the same call may succeed a moment later: no response, throttling, or an error of the bucket. */
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

/** The bucket holds nothing under the key. */
export class FileNotFound extends Error {
  override readonly name = 'FileNotFound';
}

/** The file is larger than the caller accepts. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

const TIMEOUT_MS = 5000;
const MAX_ATTEMPTS = 3;
/** Long enough to fill in a form and send a file of 10 MB over a slow line. */
const MAX_EXPIRY_S = 600;

/**
 * Puts a file into the bucket. The same key is written over, so repeating it is harmless; it is tried three
 * times. Needs the `…-write` grant of its prefix.
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
 * Reads a file of at most `maxBytes`; no more than that is ever taken into memory. Needs the `…-read` grant of its prefix.
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

/**
 * Deletes a file for good: the version that was read, where the bucket keeps versions. Needs the `…-delete` grant
 * of its prefix. It is harmless to repeat.
 * @throws FileNotDeleted
 */
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
 * Lets a browser put one file of an exact size (bytes) and type under a key, once or again, for at most 600
 * seconds. It sends the headers as given; the browser itself adds the length, and the bucket refuses any other.
 * Needs the `…-write` grant of its prefix.
 * @throws RangeError for a size or a time that no upload has
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

/**
 * Calls the bucket and takes its response. Retries temporary failures: no refusals, and not beyond the caller's time
 * limit.
 */
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

/** One call of the bucket; its response once the headers are there. */
function callBucket({ url, headers, body, ...request }: BucketCall): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  return sendRequest(url, { ...request, headers: { ...headers, ...length }, body });
}

/** Text of a refusal: no XML document of an error is longer. */
const MAX_REFUSAL = 8192;

/** Reads an error response to its end and returns its text as a cause for the log. */
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

/** Reads an unneeded response to its end, so that the connection can be used again. */
async function drain(response: IncomingMessage): Promise<void> {
  for await (const _ of response);
}
