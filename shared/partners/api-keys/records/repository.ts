/**
 * Records of API keys. Each key has two items: a row in its partner's partition, and an item under the digest of the key.
 * Authentication reads the item under the digest.
 */

import * as z from 'zod/mini';
import { batchLoad } from '#shared/dynamodb/batch-loader';
import { itemExists } from '#shared/dynamodb/expressions';
import { apiKeyKey, digest, partnerApiKeyKey, partnerKey, type RecordKey } from '#shared/dynamodb/keys';
import { readPartition, readRecord, type StoredRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';
import type { CallerItem } from '#shared/partners/api-keys/item';
import { keyEnded, PartnerChangeRefused } from '#shared/partners/change-refused';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import type { StageName } from '#shared/values/stage-name';

const keyRow = z.object({
  keyId: z.string(),
  name: z.string(),
  digest: z.string(),
  lastFour: z.string(),
  createdAt: z.string(),
  lifetimeMs: z.optional(z.number()),
  expiresAtMs: z.optional(z.number()),
  allowedCidrs: z.optional(z.array(z.string())),
  scopes: z.optional(z.array(z.string())),
  revokedAtMs: z.optional(z.number()),
  replacedBy: z.optional(z.string()),
});

/** Stored record of a key. The key itself is shown once and never stored. */
export type ApiKeyRecord = z.infer<typeof keyRow>;

export interface IssuedApiKey {
  readonly partnerId: string;
  readonly keyId: string;
  /** Shown only once. */
  readonly apiKey: string;
  readonly expiresAtMs: number | undefined;
}

/**
 * Maximum number of active keys. A change of the partner writes every active key in one DynamoDB transaction (at most 100
 * actions).
 */
const MAX_LIVE_KEYS = 50;
/**
 * For this time after its expiry, a key still gets the partner's changes. The operator's clock can be ahead, so a key that looks
 * expired there can still work.
 */
const CLOCK_MARGIN_MS = 3_600_000;

/** Properties of a new key. */
export interface ApiKeyTerms {
  readonly stage: StageName;
  readonly name: string;
  /** Lifetime of the key, and of each key that replaces it, in ms. @default unlimited */
  readonly lifetimeMs?: number | undefined;
  /**
   * Expiry of the key in epoch ms. A key that replaces this key has the same expiry, unless the rotation renews `lifetimeMs`.
   * @default `lifetimeMs` after the creation
   */
  readonly expiresAtMs?: number | undefined;
  /** Allowed address ranges (CIDR). @default any address */
  readonly allowedCidrs?: readonly string[] | undefined;
  /** @default every scope */
  readonly scopes?: readonly string[] | undefined;
}

/** Data of a partner that is copied into each of its keys. */
type KeyOwner = Pick<CallerItem, 'suspended' | 'flows' | 'agreement'> & { readonly id: string; readonly name: string };

/** Creates a key and the writes that store it. */
export function prepareApiKey(
  partner: KeyOwner,
  terms: ApiKeyTerms,
  atMs: number,
): { readonly issued: IssuedApiKey; readonly writes: readonly PendingWrite[] } {
  const apiKey = generateApiKey(terms.stage === 'production' ? 'live' : 'sbx');
  const [keyId, keyDigest] = [newId(atMs), digest(apiKey)];
  const { name, lifetimeMs, expiresAtMs = lifetimeMs && atMs + lifetimeMs } = terms;
  const allowedCidrs = terms.allowedCidrs && [...terms.allowedCidrs];
  const scopes = terms.scopes && [...terms.scopes];
  const shared = { keyId, name, createdAt: toIsoTime(atMs), expiresAtMs, allowedCidrs, scopes };
  const row: ApiKeyRecord = { ...shared, digest: keyDigest, lastFour: apiKey.slice(-4), lifetimeMs };
  const { id: partnerId, name: partnerName, suspended, flows, agreement } = partner;
  const caller: CallerItem = { entity: 'KEY', ...shared, partnerId, partnerName, suspended, flows, agreement };
  return {
    issued: { partnerId, keyId, apiKey, expiresAtMs },
    writes: [
      putIfAbsent({ ...partnerApiKeyKey(partnerId, keyId), entity: 'KEY_ROW', ...row }),
      putIfAbsent({ ...apiKeyKey(keyDigest), ...caller }),
    ],
  };
}

/** Returns the keys that are not revoked. Omits keys that expired more than an hour ago. */
function liveKeys(keys: readonly ApiKeyRecord[], atMs: number): ApiKeyRecord[] {
  const runs = (endMs: number | undefined) => endMs === undefined || endMs > atMs - CLOCK_MARGIN_MS;
  return keys.filter(({ revokedAtMs, expiresAtMs }) => revokedAtMs === undefined && runs(expiresAtMs));
}

/** @throws PartnerChangeRefused TOO_MANY_KEYS */
export function assertKeyLimit(keys: readonly ApiKeyRecord[], atMs: number): void {
  if (liveKeys(keys, atMs).length < MAX_LIVE_KEYS) return;
  throw new PartnerChangeRefused('TOO_MANY_KEYS', `The partner has ${MAX_LIVE_KEYS} active keys: revoke one first.`);
}

/** Finds an unrevoked key of a partner. @throws PartnerChangeRefused KEY_UNKNOWN, KEY_ENDED */
export function requireUnrevokedKey(keys: readonly ApiKeyRecord[], keyId: string): ApiKeyRecord {
  const key = keys.find((candidate) => candidate.keyId === keyId);
  if (key === undefined) throw new PartnerChangeRefused('KEY_UNKNOWN', `The partner has no key ${keyId}.`);
  if (key.revokedAtMs !== undefined) throw keyEnded(`Key ${keyId} was revoked at ${toIsoTime(key.revokedAtMs)}.`);
  return key;
}

/** Returns the writes that copy attributes of the partner to its active keys. */
export function copyToLiveKeys(keys: readonly ApiKeyRecord[], attributes: StoredRecord, atMs: number): PendingWrite[] {
  return liveKeys(keys, atMs).map((key) => setAttributes(apiKeyKey(key.digest), attributes));
}

/** Returns the write that sets attributes of an existing item. The write fails if the item does not exist. */
export function setAttributes(key: RecordKey, set: StoredRecord): PendingWrite {
  return updateItem(key, { set, condition: itemExists });
}

/** Reads the current record of a key from the table. In contrast, authentication uses a cache, which can be a minute old. */
export function findApiKey(partnerId: string, keyId: string): Promise<ApiKeyRecord | undefined> {
  return readRecord(partnerApiKeyKey(partnerId, keyId), (raw) => keyRow.parse(raw));
}

/** Reads all keys of a partner, including expired ones, oldest first. */
export async function readApiKeys(partnerId: string): Promise<ApiKeyRecord[]> {
  return (await readPartition(partnerKey(partnerId).PK, 'KEY#')).map((raw) => keyRow.parse(raw));
}

/** Reads all keys of a partner, oldest first, with the day of their last use (ISO date). */
export async function listApiKeys(
  partnerId: string,
): Promise<(ApiKeyRecord & { readonly lastUsedOn: string | undefined })[]> {
  const keys = await readApiKeys(partnerId);
  const items = await Promise.all(keys.map((key) => batchLoad(apiKeyKey(key.digest))));
  const days = items.map((item) => (typeof item?.lastUsedOn === 'string' ? item.lastUsedOn : undefined));
  return keys.map((key, index) => ({ ...key, lastUsedOn: days[index] }));
}
