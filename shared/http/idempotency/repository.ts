import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { idempotencyKeyReused } from '#shared/api/problems';
import { anyOf, compare, isNew } from '#shared/dynamodb/expressions';
import { idempotencyItemKey, type RecordKey } from '#shared/dynamodb/keys';
import { readItem, type StoredRecord } from '#shared/dynamodb/table';
import { IDEMPOTENCY_ENTITY, type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';

/** Lifetime of a record: 48 hours. The table's TTL deletes expired records later. */
export const IDEMPOTENCY_WINDOW_MS = 48 * 3_600_000;

/**
 * Maximum size of a stored response, bytes. An item can have 400 KB, and a larger item makes the whole DynamoDB transaction fail.
 * The largest response is a notification after a manual retry, with about 63 KB of attempts
 * (test/unit/delivery/largest-response.test.ts). A response above the maximum is a bug, and its request fails before any write.
 */
export const MAX_RESPONSE_BYTES = 300 * 1024;

export interface IdempotencyScope {
  readonly partnerId: string;
  /** User of the request; `undefined` if the key belongs to the partner. */
  readonly userId: string | undefined;
  readonly key: string;
  /** Hash of the operation, its path and query, and the canonical body. */
  readonly fingerprint: string;
}

/**
 * Maximum size of an uncompressed response, bytes: the record then remains below 1 KB. A DynamoDB transaction costs two write
 * units per KB, so longer responses are compressed to about half.
 */
const MAX_UNCOMPRESSED_BYTES = 700;
/** For responses of a few KB, a window of 4 KB compresses as well as the default window, with a tenth of the memory. */
const DEFLATE = { windowBits: 12, memLevel: 5, chunkSize: 4096 };

/** Record from the table, not validated. */
export type IdempotencyRecord = StoredRecord;

const recordSchema = z.object({
  fingerprint: z.string(),
  /** Text, or bytes if the text is compressed (RFC 1951). */
  text: z.union([z.string(), z.instanceof(Uint8Array)]),
  expiresAtMs: z.number(),
});

export function idempotencyRecordKey(scope: IdempotencyScope): RecordKey {
  return idempotencyItemKey(scope.partnerId, scope.userId, scope.key);
}

/**
 * Returns the stored response for this request; `undefined` if no valid record exists.
 * @throws Problem if the key was used for another request
 */
export function findReplay(
  scope: IdempotencyScope,
  record: IdempotencyRecord | undefined,
  atMs: number,
): string | undefined {
  if (record === undefined) return undefined;
  const { fingerprint, text, expiresAtMs } = recordSchema.parse(record);
  if (expiresAtMs <= atMs) return undefined;
  if (fingerprint !== scope.fingerprint) throw idempotencyKeyReused();
  return decompress(text);
}

/** Reads the idempotency record of a key. */
export function findRecord(scope: IdempotencyScope): Promise<IdempotencyRecord | undefined> {
  return readItem(idempotencyRecordKey(scope));
}

/**
 * Time for which only one request with an idempotency key may do the work. No request works longer, because a function runs at
 * most 15 s.
 */
const WORK_LEASE_MS = 15_000;

/**
 * Tries to get the exclusive right to do the work for an idempotency key, in operations with several writes. Returns false if
 * another request got this right less than 15 seconds ago.
 */
export function acquireWorkLease(scope: IdempotencyScope, nowMs: number): Promise<boolean> {
  const { PK, SK } = idempotencyRecordKey(scope);
  const ttl = Math.ceil((nowMs + IDEMPOTENCY_WINDOW_MS) / 1000);
  const lease = { PK, SK: `${SK}#WORK`, entity: 'IDEMPOTENCY_WORK', untilMs: nowMs + WORK_LEASE_MS, ttl };
  return writeIfConditionsHold([putItem(lease, anyOf(isNew, compare('untilMs', '<=', nowMs)))]);
}

function decompress(text: string | Uint8Array): string {
  return typeof text === 'string'
    ? text
    : inflateRawSync(text, { maxOutputLength: MAX_RESPONSE_BYTES }).toString('utf8');
}

/**
 * Returns the write that stores a response. The write fails if a valid record exists, and the error then contains this record.
 * @throws Error if the response is too large
 */
export function storeResponse(scope: IdempotencyScope, text: string, atMs: number): PendingWrite {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_RESPONSE_BYTES) throw new Error(`A response of ${bytes} bytes is too large to be kept for replays`);
  const expiresAtMs = atMs + IDEMPOTENCY_WINDOW_MS;
  return putItem(
    {
      ...idempotencyRecordKey(scope),
      entity: IDEMPOTENCY_ENTITY,
      fingerprint: scope.fingerprint,
      text: bytes <= MAX_UNCOMPRESSED_BYTES ? text : deflateRawSync(text, DEFLATE),
      expiresAtMs,
      ttl: Math.ceil(expiresAtMs / 1000),
    },
    anyOf(isNew, compare('expiresAtMs', '<=', atMs)),
    'ALL_OLD',
  );
}
