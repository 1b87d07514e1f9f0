/** Reads and writes of a partner's items together, for shared/partners/repository.ts. */

import * as z from 'zod/mini';
import { hasVersion, itemExists } from '#shared/dynamodb/expressions';
import { apiKeyKey, auditKey, digest, partnerApiKeyKey, partnerKey, type RecordKey } from '#shared/dynamodb/keys';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { readPartition, readRecord, type StoredRecord } from '#shared/dynamodb/table';
import { ConditionsFailed, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';
import { agreementSchema, type CallerItem } from '#shared/partners/api-keys/item';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { partnerFlows } from '#shared/partners/domain/partner';
import { newId } from '#shared/values/ids';
import type { StageName } from '#shared/values/stage-name';

const summary = {
  id: z.string(),
  name: z.string(),
  suspended: z.boolean(),
  flows: z.array(z.enum(partnerFlows)),
  createdAt: z.string(),
};
export const directoryRow = z.object(summary);
const partnerItem = z.object({ ...summary, agreement: agreementSchema, version: z.number(), updatedAt: z.string() });
const keyRow = z.object({
  keyId: z.string(),
  name: z.string(),
  digest: z.string(),
  lastFour: z.string(),
  createdAt: z.string(),
  lifetimeMs: z.optional(z.number()),
  expiresAtMs: z.optional(z.number()),
  revokedAtMs: z.optional(z.number()),
  replacedBy: z.optional(z.string()),
});

export type PartnerSummary = z.infer<typeof directoryRow>;
/** A partner. Flows, suspension and agreement are copied into each of its keys; `version` rises with each change. */
export type Partner = z.infer<typeof partnerItem>;
/** Stored record of a key; the key itself is shown once and stored nowhere. */
export type ApiKeyRecord = z.infer<typeof keyRow>;

type PartnerRefusalCode = 'PARTNER_UNKNOWN' | 'KEY_UNKNOWN' | 'KEY_ENDED' | 'TOO_MANY_KEYS';

/** A change that a partner or its keys do not allow. Nothing was written. The message may be shown to the operator. */
export class PartnerChangeRefused extends Error {
  override readonly name = 'PartnerChangeRefused';
  constructor(
    readonly code: PartnerRefusalCode,
    message: string,
  ) {
    super(message);
  }
}

/** Time and author of a change, for the audit record written with it. */
export interface AuditStamp {
  /** Epoch ms. */
  readonly atMs: number;
  /** @default 'system' */
  readonly operator?: string;
}

export interface IssuedApiKey {
  readonly partnerId: string;
  readonly keyId: string;
  /** To be shown once. */
  readonly apiKey: string;
  readonly expiresAtMs: number | undefined;
}

/** Few enough that a change of the partner and all its live keys is one transaction of at most 100 actions. */
const MAX_LIVE_KEYS = 50;
/** Expired keys still follow changes for an hour: the operator's clock may be ahead of the service's. */
const CLOCK_MARGIN_MS = 3_600_000;

/** The planned changes of a partner and its keys. */
export interface PartnerChange<T> {
  readonly result: T;
  /** The partner after the change, where its suspension or agreement changes. @default as it was */
  readonly next?: Partner;
  readonly writes: readonly PendingWrite[];
  /** Other fields of the audit entry; never a secret. */
  readonly details?: StoredRecord;
}

/**
 * Reads a partner and its keys and writes what is planned from them. Each change raises the partner's version,
 * and the write is conditional on the version that was read: a key issued in between cannot miss a change.
 */
export async function changePartner<T>(
  partnerId: string,
  stamp: AuditStamp & { readonly verb: string },
  plan: (partner: Partner, keys: readonly ApiKeyRecord[]) => PartnerChange<T>,
): Promise<T> {
  const change = async () => {
    const partner = await findPartner(partnerId);
    if (partner === undefined) throw new PartnerChangeRefused('PARTNER_UNKNOWN', `There is no partner ${partnerId}.`);
    const { result, next = partner, writes, details = {} } = plan(partner, await readApiKeys(partnerId));
    const { suspended, agreement } = next;
    const attributes = { suspended, agreement, version: partner.version + 1, updatedAt: toIso(stamp.atMs) };
    try {
      await writeAtomically([
        setAttributes(partnerKey(partnerId), attributes, { version: partner.version }),
        ...writes,
        auditWrite(partnerId, details, stamp),
      ]);
      return { result };
    } catch (error) {
      // Any other failed condition than the partner's version (position 0) is no conflict: the items contradict each other.
      if (!(error instanceof ConditionsFailed) || error.at(0) === undefined) throw error;
      return undefined;
    }
  };
  return (await retryOnConflict(change, { maxAttempts: 10, waits: false })).result;
}

/** Properties of a new key. */
export interface ApiKeyTerms {
  readonly stage: StageName;
  readonly name: string;
  /** Milliseconds until the key ends by itself; never when absent. */
  readonly lifetimeMs?: number | undefined;
}

/** A new key of a partner, and the actions that store it. */
export function prepareApiKey(
  partner: Omit<Partner, 'version' | 'updatedAt'>,
  terms: ApiKeyTerms,
  atMs: number,
): { readonly issued: IssuedApiKey; readonly writes: readonly PendingWrite[] } {
  const apiKey = generateApiKey(terms.stage === 'production' ? 'live' : 'sbx');
  const [keyId, keyDigest] = [newId(atMs), digest(apiKey)];
  const expiresAtMs = terms.lifetimeMs === undefined ? undefined : atMs + terms.lifetimeMs;
  const shared = { keyId, name: terms.name, createdAt: toIso(atMs), expiresAtMs };
  const row: ApiKeyRecord = { ...shared, digest: keyDigest, lastFour: apiKey.slice(-4), lifetimeMs: terms.lifetimeMs };
  const { id: partnerId, name: partnerName, suspended, flows, agreement } = partner;
  const caller = {
    PK: apiKeyKey(keyDigest).PK,
    SK: 'META',
    entity: 'KEY',
    ...shared,
    partnerId,
    partnerName,
    suspended,
    flows,
    agreement,
  } satisfies CallerItem;
  const issued: IssuedApiKey = { partnerId, keyId, apiKey, expiresAtMs };
  return {
    issued,
    writes: [putIfAbsent({ ...partnerApiKeyKey(partnerId, keyId), entity: 'KEY_ROW', ...row }), putIfAbsent(caller)],
  };
}

/** Keys that may still open the service somewhere. */
function liveKeys(keys: readonly ApiKeyRecord[], atMs: number): ApiKeyRecord[] {
  const runs = (endMs: number | undefined) => endMs === undefined || endMs > atMs - CLOCK_MARGIN_MS;
  return keys.filter(({ revokedAtMs, expiresAtMs }) => revokedAtMs === undefined && runs(expiresAtMs));
}

/** @throws PartnerChangeRefused TOO_MANY_KEYS */
export function assertKeyLimit(keys: readonly ApiKeyRecord[], atMs: number): void {
  if (liveKeys(keys, atMs).length < MAX_LIVE_KEYS) return;
  throw new PartnerChangeRefused('TOO_MANY_KEYS', `The partner has ${MAX_LIVE_KEYS} active keys: revoke one first.`);
}

/** An unrevoked key among a partner's. @throws PartnerChangeRefused KEY_UNKNOWN, KEY_ENDED */
export function requireUnrevokedKey(keys: readonly ApiKeyRecord[], keyId: string): ApiKeyRecord {
  const key = keys.find((candidate) => candidate.keyId === keyId);
  if (key === undefined) throw new PartnerChangeRefused('KEY_UNKNOWN', `The partner has no key ${keyId}.`);
  if (key.revokedAtMs !== undefined) throw keyEnded(`Key ${keyId} was revoked at ${toIso(key.revokedAtMs)}.`);
  return key;
}

export const keyEnded = (message: string) => new PartnerChangeRefused('KEY_ENDED', message);

/** The actions that copy attributes of the partner into its live keys. */
export function copyToLiveKeys(keys: readonly ApiKeyRecord[], attributes: StoredRecord, atMs: number): PendingWrite[] {
  return liveKeys(keys, atMs).map((key) => setAttributes(apiKeyKey(key.digest), attributes));
}

/** A partner by id. */
export function findPartner(partnerId: string): Promise<Partner | undefined> {
  return readRecord(partnerKey(partnerId), (raw) => partnerItem.parse(raw));
}

/** Every key a partner has had, oldest first. */
export async function readApiKeys(partnerId: string): Promise<ApiKeyRecord[]> {
  return (await readPartition(partnerKey(partnerId).PK, 'KEY#')).map((raw) => keyRow.parse(raw));
}

/** The action that records who did what. */
export function auditWrite(
  partnerId: string,
  details: StoredRecord,
  { verb, atMs, operator = 'system' }: AuditStamp & { readonly verb: string },
): PendingWrite {
  const entry = { entity: 'AUDIT', verb, operator, at: toIso(atMs), partnerId, ...details };
  return putIfAbsent({ ...auditKey(partnerId, `${toIso(atMs)}#${newId(atMs)}`), ...entry });
}

/** The action that sets attributes of an item that exists, where a version is given only at that version. */
export function setAttributes(
  key: RecordKey,
  set: StoredRecord,
  expected?: { readonly version: number },
): PendingWrite {
  return updateItem(key, { set, condition: expected ? hasVersion(expected.version) : itemExists });
}

/** ISO 8601 in UTC with milliseconds. */
export function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
