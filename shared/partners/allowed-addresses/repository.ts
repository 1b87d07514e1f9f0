/** Allowed addresses of a partner's key, stored in two items: one in the partner's partition, one that authentication reads. */
import * as z from 'zod/mini';
import { absent, allOf, equals, itemExists } from '#shared/dynamodb/expressions';
import { apiKeyKey, partnerApiKeyKey, partnerKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { updateItem } from '#shared/dynamodb/writes';
import type { Caller } from '#shared/partners/domain/partner';
import { toIsoTime } from '#shared/values/iso-time';

type CallersKey = Pick<Caller, 'partnerId' | 'keyId'>;

const keyRow = z.object({ digest: z.string(), allowedCidrs: z.optional(z.array(z.string())) });

/** Stored key with its digest and allowed ranges. Without ranges, the key works from any address. */
export type KeyAddresses = z.infer<typeof keyRow>;

/**
 * Reads the addresses of the caller's key from the table. In contrast, authentication uses a cache, which can be a minute old.
 */
export function readAddresses({ partnerId, keyId }: CallersKey): Promise<KeyAddresses | undefined> {
  return readRecord(partnerApiKeyKey(partnerId, keyId), (raw) => keyRow.parse(raw));
}

/**
 * Returns the writes that replace the ranges of a key, conditional on the ranges that were read. The writes also increase the
 * partner's version, so a concurrent rotation of the key fails. The rotation then reads the key again and copies the new ranges.
 */
export function addressWrites(
  { partnerId, keyId }: CallersKey,
  { digest, allowedCidrs: before }: KeyAddresses,
  allowedCidrs: readonly string[],
  atMs: number,
): PendingWrite[] {
  const unchanged = before === undefined ? absent('allowedCidrs') : equals('allowedCidrs', before);
  const change = { set: { allowedCidrs }, condition: allOf(itemExists, unchanged) };
  const changed = { add: { version: 1 }, set: { updatedAt: toIsoTime(atMs) }, condition: itemExists };
  return [
    updateItem(partnerKey(partnerId), changed),
    updateItem(partnerApiKeyKey(partnerId, keyId), change),
    updateItem(apiKeyKey(digest), change),
  ];
}
