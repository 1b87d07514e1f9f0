import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { idempotencyKeyReused } from '#shared/api/problems';
import { anyOf, compare, isNew } from '#shared/dynamodb/expressions';
import { idempotencyItemKey, type RecordKey } from '#shared/dynamodb/keys';
import { readItem, type StoredRecord } from '#shared/dynamodb/table';
import { IDEMPOTENCY_ENTITY, type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';

/** Records are valid for 48 hours; the table's TTL removes them some time later. */
export const IDEMPOTENCY_WINDOW_MS = 48 * 3_600_000;

/**
 * Largest stored response, bytes. An item holds 400 KB, and a larger write fails as a whole when it is sent. Responses are
 * a few KB. The largest is a notification after a manual retry, without what endpoints returned: 21 deliveries (`MAX_DELIVERIES`
 * and its own) of 20 attempts (`MAX_KEPT_ATTEMPTS`) of 150 bytes are 63 KB, held by test/unit/delivery/largest-response.test.ts.
 * A larger one is a bug, found before anything is written.
 */
export const MAX_RESPONSE_BYTES = 300 * 1024;

export interface IdempotencyScope {
  readonly partnerId: string;
  /** The user that the operation is about; none: the key counts for the partner. */
  readonly userId: string | undefined;
  readonly key: string;
  /** Hash over the operation and the canonical body. */
  readonly fingerprint: string;
}

/**
 * Responses up to this many bytes leave a record below 1 KB as they are. A transaction is billed two write units for
 * every KB begun, so a longer response is packed, to about half.
 */
const MAX_UNCOMPRESSED_BYTES = 700;
/** Responses are a few KB: a window of 4 KB packs them as well as the default one, and takes a tenth of its memory. */
const DEFLATE = { windowBits: 12, memLevel: 5, chunkSize: 4096 };

/** A record as read, not yet checked. */
export type IdempotencyRecord = StoredRecord;

const recordSchema = z.object({
  fingerprint: z.string(),
  /** Bytes if it is compressed (RFC 1951). */
  text: z.union([z.string(), z.instanceof(Uint8Array)]),
  expiresAtMs: z.number(),
});

export function idempotencyRecordKey(scope: IdempotencyScope): RecordKey {
  return idempotencyItemKey(scope.partnerId, scope.userId, scope.key);
}

/**
 * The text of the response that a record holds for this request, if it holds one.
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

/** Reads the record of a key. */
export function findRecord(scope: IdempotencyScope): Promise<IdempotencyRecord | undefined> {
  return readItem(idempotencyRecordKey(scope));
}

/** Longer than a request takes: the gateway waits for 14.5 s. */
const WORK_LEASE_MS = 15_000;

/**
 * Decides if this request may do the work of its key, for operations of many writes; for 15 seconds no other request of
 * the key may.
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
 * The action that stores a response, unless a live one is there; the one that is there comes back in the failure.
 * @throws Error if the response is larger than a record may be
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
