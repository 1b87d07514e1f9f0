/** Partners and their API keys, as the platform's operators change them. No endpoint of partners uses it. */

import * as z from 'zod/mini';
import { batchLoad } from '#shared/dynamodb/batch-loader';
import { hasVersion, itemExists } from '#shared/dynamodb/expressions';
import {
  apiKeyKey,
  auditKey,
  auditPartition,
  digest,
  partnerApiKeyKey,
  partnerDirectoryKey,
  partnerKey,
  type RecordKey,
  webhookSettingsKey,
} from '#shared/dynamodb/keys';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { readPartition, readRecord, type StoredRecord } from '#shared/dynamodb/table';
import { ConditionsFailed, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import type { StageName } from '#shared/values/stage-name';
import type { WebhookSettingsItem } from '#shared/webhooks/endpoints/item';
import { agreementSchema, type CallerItem } from './api-keys/item';
import { generateApiKey } from './domain/api-key';
import { type Agreement, defaultAgreement, type PartnerFlow, partnerFlows } from './domain/partner';

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
  allowedCidrs: z.optional(z.array(z.string())),
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
    const set = { suspended, agreement, version: partner.version + 1, updatedAt: toIsoTime(stamp.atMs) };
    try {
      await writeAtomically([
        updateItem(partnerKey(partnerId), { set, condition: hasVersion(partner.version) }),
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
  /** Ranges of addresses that it may be used from, as CIDR. @default anywhere */
  readonly allowedCidrs?: readonly string[] | undefined;
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
  const allowedCidrs = terms.allowedCidrs && [...terms.allowedCidrs];
  const shared = { keyId, name: terms.name, createdAt: toIsoTime(atMs), expiresAtMs, allowedCidrs };
  const row: ApiKeyRecord = { ...shared, digest: keyDigest, lastFour: apiKey.slice(-4), lifetimeMs: terms.lifetimeMs };
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
  if (key.revokedAtMs !== undefined) throw keyEnded(`Key ${keyId} was revoked at ${toIsoTime(key.revokedAtMs)}.`);
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
  const entry = { entity: 'AUDIT', verb, operator, at: toIsoTime(atMs), partnerId, ...details };
  return putIfAbsent({ ...auditKey(partnerId, `${toIsoTime(atMs)}#${newId(atMs)}`), ...entry });
}

/** The action that sets attributes of an item that exists. */
function setAttributes(key: RecordKey, set: StoredRecord): PendingWrite {
  return updateItem(key, { set, condition: itemExists });
}

export interface NewPartner extends AuditStamp {
  readonly name: string;
  readonly stage: StageName;
  /** @default all */
  readonly flows?: readonly PartnerFlow[];
}

/** Stores a partner, with its webhook settings (none yet) and a first key, in one write. */
export async function createPartner({
  name,
  stage,
  flows = partnerFlows,
  ...stamp
}: NewPartner): Promise<IssuedApiKey> {
  const [id, at] = [newId(stamp.atMs), toIsoTime(stamp.atMs)];
  const row: PartnerSummary = { id, name, suspended: false, flows: [...flows], createdAt: at };
  const partner = { ...row, agreement: agreementSchema.parse(defaultAgreement(stage)), version: 1, updatedAt: at };
  const { issued, writes } = prepareApiKey(partner, { name: 'First key', stage }, stamp.atMs);
  const settings = {
    PK: webhookSettingsKey(id).PK,
    SK: 'WEBHOOK',
    entity: 'WEBHOOK',
    id: newId(stamp.atMs),
    partnerId: id,
    url: null,
    secrets: [],
    createdAt: at,
    updatedAt: at,
  } satisfies WebhookSettingsItem;
  await writeAtomically([
    putIfAbsent({ ...partnerKey(id), entity: 'PARTNER', ...partner }),
    putIfAbsent({ ...partnerDirectoryKey(id), entity: 'PARTNER_ROW', ...row }),
    putIfAbsent(settings),
    ...writes,
    auditWrite(id, { keyId: issued.keyId }, { ...stamp, verb: 'partner create' }),
  ]);
  return issued;
}

/** An operator's order about a partner, or about `PLATFORM`. */
interface PartnerOrder extends AuditStamp {
  readonly partnerId: string;
}

/** Issues one more key. @throws PartnerChangeRefused PARTNER_UNKNOWN, TOO_MANY_KEYS; WriteContention */
export function issueKey({ partnerId, ...order }: PartnerOrder & ApiKeyTerms): Promise<IssuedApiKey> {
  return changePartner(partnerId, { ...order, verb: 'key issue' }, (partner, keys) => {
    assertKeyLimit(keys, order.atMs);
    const { issued, writes } = prepareApiKey(partner, order, order.atMs);
    return { result: issued, writes, details: { keyId: issued.keyId } };
  });
}

interface KeyRotation extends PartnerOrder {
  readonly keyId: string;
  readonly stage: StageName;
  /** Milliseconds for which the old key still works. */
  readonly graceMs: number;
}

/**
 * Issues a successor of a key, of the same name and lifetime; the old key ends after the grace, or at its own
 * expiry if that comes first.
 * @throws PartnerChangeRefused PARTNER_UNKNOWN, KEY_UNKNOWN, KEY_ENDED, TOO_MANY_KEYS; WriteContention
 */
export function rotateKey(rotation: KeyRotation): Promise<IssuedApiKey & { readonly oldExpiresAtMs: number }> {
  const { partnerId, keyId, stage, graceMs, atMs } = rotation;
  return changePartner(partnerId, { ...rotation, verb: 'key rotate' }, (partner, keys) => {
    const old = requireUnrevokedKey(keys, keyId);
    if (old.replacedBy !== undefined)
      throw keyEnded(`Key ${keyId} has been rotated already: see key ${old.replacedBy}.`);
    if (old.expiresAtMs !== undefined && old.expiresAtMs <= atMs) throw keyEnded(`Key ${keyId} has expired.`);
    assertKeyLimit(keys, atMs);
    const { issued, writes } = prepareApiKey(partner, { ...old, stage }, atMs);
    const expiresAtMs = Math.min(old.expiresAtMs ?? Number.POSITIVE_INFINITY, atMs + graceMs);
    return {
      result: { ...issued, oldExpiresAtMs: expiresAtMs },
      writes: [
        ...writes,
        setAttributes(partnerApiKeyKey(partnerId, keyId), { expiresAtMs, replacedBy: issued.keyId }),
        setAttributes(apiKeyKey(old.digest), { expiresAtMs }),
      ],
      details: { keyId, replacedBy: issued.keyId },
    };
  });
}

/** Sets from where a key may be used; it holds everywhere within a minute. @throws PartnerChangeRefused, WriteContention */
export function allowAddresses(
  order: PartnerOrder & { readonly keyId: string; readonly allowedCidrs: readonly string[] | undefined },
): Promise<void> {
  const { partnerId, keyId, allowedCidrs } = order;
  return changePartner(partnerId, { ...order, verb: 'key allow' }, (_partner, keys) => {
    const { digest: keyDigest } = requireUnrevokedKey(keys, keyId);
    const change = allowedCidrs === undefined ? { remove: ['allowedCidrs'] } : { set: { allowedCidrs } };
    const writes = [partnerApiKeyKey(partnerId, keyId), apiKeyKey(keyDigest)].map((key) =>
      updateItem(key, { ...change, condition: itemExists }),
    );
    return { result: undefined, writes, details: { keyId, allowedCidrs: allowedCidrs ?? [] } };
  });
}

/** Ends a key; wherever it is cached it works for up to a minute more. @throws PartnerChangeRefused, WriteContention */
export function revokeKey(order: PartnerOrder & { readonly keyId: string }): Promise<void> {
  const { partnerId, keyId, atMs } = order;
  return changePartner(partnerId, { ...order, verb: 'key revoke' }, (_partner, keys) => {
    const { digest: keyDigest } = requireUnrevokedKey(keys, keyId);
    const revoked = { revokedAtMs: atMs };
    const writes = [
      setAttributes(partnerApiKeyKey(partnerId, keyId), revoked),
      setAttributes(apiKeyKey(keyDigest), revoked),
    ];
    return { result: undefined, writes, details: { keyId } };
  });
}

/** Suspends a partner, or lets it work again, with all its keys at once. @throws PartnerChangeRefused, WriteContention */
export function setSuspended(partnerId: string, suspended: boolean, stamp: AuditStamp): Promise<void> {
  return changePartner(
    partnerId,
    { ...stamp, verb: suspended ? 'partner suspend' : 'partner resume' },
    (partner, keys) => ({
      result: undefined,
      next: { ...partner, suspended },
      writes: [
        setAttributes(partnerDirectoryKey(partnerId), { suspended }),
        ...copyToLiveKeys(keys, { suspended }, stamp.atMs),
      ],
    }),
  );
}

/**
 * Changes a partner's agreement, in all its keys at once.
 * @param revise makes the new agreement from the stored one; called again when that changed in between
 * @throws PartnerChangeRefused, WriteContention, and whatever `revise` throws
 */
export function setAgreement(
  partnerId: string,
  revise: (current: Agreement) => Agreement,
  stamp: AuditStamp,
): Promise<Agreement> {
  return changePartner(partnerId, { ...stamp, verb: 'limits set' }, (partner, keys) => {
    const agreement = agreementSchema.parse(revise(partner.agreement));
    return {
      result: agreement,
      details: { changed: diffAgreements(partner.agreement, agreement) },
      next: { ...partner, agreement },
      writes: copyToLiveKeys(keys, { agreement }, stamp.atMs),
    };
  });
}

/** Returns the differences between two agreements, as `{from, to}` by name; ranges by `ranges.<currency>`. */
function diffAgreements(before: Agreement, after: Agreement): Record<string, { from: unknown; to: unknown }> {
  const flat = ({ ranges, ...rest }: Agreement): Map<string, unknown> =>
    new Map<string, unknown>([
      ...Object.entries(rest),
      ...Object.entries(ranges).map(([currency, range]): [string, unknown] => [`ranges.${currency}`, range]),
    ]);
  const [old, next] = [flat(before), flat(after)];
  const names = [...new Set([...old.keys(), ...next.keys()])];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(next.get(name)))
      .map((name) => [name, { from: old.get(name) ?? null, to: next.get(name) ?? null }]),
  );
}

/** Every partner, oldest first. */
export async function listPartners(): Promise<PartnerSummary[]> {
  return (await readPartition(partnerDirectoryKey('').PK)).map((raw) => directoryRow.parse(raw));
}

/** Every key a partner has had, oldest first, with the day (ISO date) on which it was last used. */
export async function listApiKeys(
  partnerId: string,
): Promise<(ApiKeyRecord & { readonly lastUsedOn: string | undefined })[]> {
  const keys = await readApiKeys(partnerId);
  const items = await Promise.all(keys.map((key) => batchLoad(apiKeyKey(key.digest))));
  const days = items.map((item) => (typeof item?.lastUsedOn === 'string' ? item.lastUsedOn : undefined));
  return keys.map((key, index) => ({ ...key, lastUsedOn: days[index] }));
}

/** In place of a partner's id, for actions that are not about one partner. */
export const PLATFORM = 'PLATFORM';

interface OperatorAction extends PartnerOrder {
  /** Noun and verb, as typed. */
  readonly verb: string;
  /** Object of the action; never a secret, nothing of a person. */
  readonly details: StoredRecord;
}

const entrySchema = z.looseObject({ at: z.string(), operator: z.string(), verb: z.string() });
export type AuditEntry = z.infer<typeof entrySchema>;

/** Records an operator's action before it is done: an action that cannot be recorded is not begun. */
export async function recordAction({ partnerId, details, ...stamp }: OperatorAction): Promise<void> {
  await writeAtomically([auditWrite(partnerId, details, stamp)]);
}

/** Reads the actions of operators on a partner, oldest first. */
export async function readAudit(partnerId: string): Promise<AuditEntry[]> {
  const raw = await readPartition(auditPartition(partnerId));
  return raw.map(({ PK: _pk, SK: _sk, entity: _entity, ...rest }) => entrySchema.parse(rest));
}
