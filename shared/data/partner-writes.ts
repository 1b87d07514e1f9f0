/** How a partner's items are read and changed together: the ground under shared/data/partners.ts. */
import * as z from 'zod/mini';
import { agreementSchema, type CallerItem } from '#shared/data/items/caller';
import { apiKeyKey, auditKey, digest, type Key, partnerApiKeyKey, partnerKey } from '#shared/data/keys';
import {
  ConditionsFailed,
  type RawItem,
  readItem,
  readRange,
  tableName,
  type WriteAction,
  WriteContention,
  writeAtomically,
} from '#shared/data/table';
import { newId } from '#shared/domain/ids';
import { newApiKey } from '#shared/domain/keys/api-key';
import { partnerFlows } from '#shared/domain/partners/partner';
import type { StageName } from '#shared/domain/partners/stage-name';

const summary = {
  id: z.string(),
  name: z.string(),
  suspended: z.boolean(),
  flows: z.array(z.enum(partnerFlows)),
  createdAt: z.string(),
};
export const directoryRow = z.object(summary);
const partnerItem = z.object({
  ...summary,
  agreement: agreementSchema,
  version: z.number(),
  updatedAt: z.string(),
});
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
/** What is kept of a key; the key itself is shown once and stored nowhere. */
export type PartnerKey = z.infer<typeof keyRow>;

type PartnerFaultCode = 'PARTNER_UNKNOWN' | 'KEY_UNKNOWN' | 'KEY_ENDED' | 'TOO_MANY_KEYS';

/** A change that a partner or its keys do not allow. Nothing was written. The message is fit for the operator. */
export class PartnerFault extends Error {
  override readonly name = 'PartnerFault';
  constructor(
    readonly code: PartnerFaultCode,
    message: string,
  ) {
    super(message);
  }
}

/** When a change was made and by whom, for the audit record written with it. */
export interface Stamp {
  /** Epoch ms. */
  readonly atMs: number;
  /** @default 'system' */
  readonly operator?: string;
}

export interface IssuedKey {
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
/** Times that a change is planned anew when the partner changed between its read and its write. */
const ROUNDS = 10;

/** What follows from a partner and its keys as read. */
export interface Plan<T> {
  readonly result: T;
  /** The partner after the change, where its suspension or agreement changes. @default as it was */
  readonly next?: Partner;
  readonly writes: readonly WriteAction[];
  /** What the audit record holds besides; never a secret. */
  readonly noted?: RawItem;
}

/**
 * Reads a partner and its keys and writes what is planned from them. Each change moves the partner's version,
 * and the write holds only at the version that was read: no key issued meanwhile can miss a change.
 */
export async function change<T>(
  partnerId: string,
  stamp: Stamp & { readonly verb: string },
  plan: (partner: Partner, keys: readonly PartnerKey[]) => Plan<T>,
): Promise<T> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const partner = await findPartner(partnerId);
    if (partner === undefined) throw new PartnerFault('PARTNER_UNKNOWN', `There is no partner ${partnerId}.`);
    const { result, next = partner, writes, noted = {} } = plan(partner, await readKeys(partnerId));
    const { suspended, agreement } = next;
    const moved = { suspended, agreement, version: partner.version + 1, updatedAt: iso(stamp.atMs) };
    try {
      await writeAtomically([
        set(partnerKey(partnerId), moved, { version: partner.version }),
        ...writes,
        audit(partnerId, noted, stamp),
      ]);
      return result;
    } catch (error) {
      // Anything but the partner's version (position 0) is no race: the items contradict each other.
      if (!(error instanceof ConditionsFailed) || error.at(0) === undefined) throw error;
    }
  }
  throw new WriteContention(`Partner ${partnerId} is being changed by others`);
}

/** What a new key is to be. */
export interface KeyTerms {
  readonly stage: StageName;
  readonly name: string;
  /** Milliseconds until the key ends by itself; never when absent. */
  readonly lifetimeMs?: number | undefined;
}

/** A new key of a partner, and the actions that put it on record. */
export function newKey(
  partner: Omit<Partner, 'version' | 'updatedAt'>,
  order: KeyTerms,
  atMs: number,
): { readonly issued: IssuedKey; readonly writes: readonly WriteAction[] } {
  const apiKey = newApiKey(order.stage === 'production' ? 'live' : 'sbx');
  const [keyId, keyDigest] = [newId(atMs), digest(apiKey)];
  const expiresAtMs = order.lifetimeMs === undefined ? undefined : atMs + order.lifetimeMs;
  const shared = { keyId, name: order.name, createdAt: iso(atMs), expiresAtMs };
  const row: PartnerKey = {
    ...shared,
    digest: keyDigest,
    lastFour: apiKey.slice(-4),
    lifetimeMs: order.lifetimeMs,
  };
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
  const issued: IssuedKey = { partnerId, keyId, apiKey, expiresAtMs };
  return {
    issued,
    writes: [putNew({ ...partnerApiKeyKey(partnerId, keyId), entity: 'KEY_ROW', ...row }), putNew(caller)],
  };
}

/** Keys that may still open the service somewhere. */
function liveKeys(keys: readonly PartnerKey[], atMs: number): PartnerKey[] {
  const runs = (endMs: number | undefined) => endMs === undefined || endMs > atMs - CLOCK_MARGIN_MS;
  return keys.filter(({ revokedAtMs, expiresAtMs }) => revokedAtMs === undefined && runs(expiresAtMs));
}

/** @throws PartnerFault TOO_MANY_KEYS */
export function checkRoom(keys: readonly PartnerKey[], atMs: number): void {
  if (liveKeys(keys, atMs).length < MAX_LIVE_KEYS) return;
  throw new PartnerFault('TOO_MANY_KEYS', `The partner has ${MAX_LIVE_KEYS} active keys: revoke one first.`);
}

/** An unrevoked key among a partner's. @throws PartnerFault KEY_UNKNOWN, KEY_ENDED */
export function knownKey(keys: readonly PartnerKey[], keyId: string): PartnerKey {
  const key = keys.find((candidate) => candidate.keyId === keyId);
  if (key === undefined) throw new PartnerFault('KEY_UNKNOWN', `The partner has no key ${keyId}.`);
  if (key.revokedAtMs !== undefined) throw ended(`Key ${keyId} was revoked at ${iso(key.revokedAtMs)}.`);
  return key;
}

export const ended = (message: string) => new PartnerFault('KEY_ENDED', message);

/** The actions that copy attributes of the partner into its live keys. */
export function copies(keys: readonly PartnerKey[], attributes: RawItem, atMs: number): WriteAction[] {
  return liveKeys(keys, atMs).map((key) => set(apiKeyKey(key.digest), attributes));
}

/** A partner by id. */
export async function findPartner(partnerId: string): Promise<Partner | undefined> {
  const raw = await readItem(partnerKey(partnerId));
  return raw === undefined ? undefined : partnerItem.parse(raw);
}

/** Every key a partner has had, oldest first. */
export async function readKeys(partnerId: string): Promise<PartnerKey[]> {
  return (await readAll(partnerKey(partnerId).PK, 'KEY#')).map((raw) => keyRow.parse(raw));
}

/** A whole partition, or what of it begins with a prefix. */
export async function readAll(partition: string, prefix = ''): Promise<RawItem[]> {
  const items: RawItem[] = [];
  let after: string | undefined;
  do {
    const part = await readRange({
      partition,
      ...(prefix && { prefix }),
      ...(after !== undefined && { after }),
    });
    items.push(...part.items);
    after = part.next;
  } while (after !== undefined);
  return items;
}

/** The action that records who did what. */
export function audit(
  partnerId: string,
  noted: RawItem,
  { verb, atMs, operator = 'system' }: Stamp & { readonly verb: string },
): WriteAction {
  const entry = { entity: 'AUDIT', verb, operator, at: iso(atMs), partnerId, ...noted };
  return putNew({ ...auditKey(partnerId, `${iso(atMs)}#${newId(atMs)}`), ...entry });
}

/** The action that puts an item where there is none. */
export function putNew(Item: RawItem): WriteAction {
  return { Put: { TableName: tableName(), Item, ConditionExpression: 'attribute_not_exists(PK)' } };
}

/** The action that sets attributes of an item that exists, where a version is given only at that version. */
export function set(key: Key, attributes: RawItem, holds?: { readonly version: number }): WriteAction {
  const names = Object.keys(attributes);
  return {
    Update: {
      TableName: tableName(),
      Key: { ...key },
      UpdateExpression: `SET ${names.map((_, index) => `#a${index} = :a${index}`).join(', ')}`,
      ConditionExpression: holds === undefined ? 'attribute_exists(PK)' : '#version = :holds',
      ExpressionAttributeNames: {
        ...Object.fromEntries(names.map((name, index) => [`#a${index}`, name])),
        ...(holds && { '#version': 'version' }),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(names.map((name, index) => [`:a${index}`, attributes[name]])),
        ...(holds && { ':holds': holds.version }),
      },
    },
  };
}

/** ISO 8601 in UTC with milliseconds. */
export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
