/** Partners and their API keys, as the platform's operators change them. Partners themselves never reach this. */
import { agreementSchema } from '#shared/data/items/caller';
import type { WebhookSettingsItem } from '#shared/data/items/webhook-settings';
import {
  apiKeyKey,
  partnerApiKeyKey,
  partnerDirectoryKey,
  partnerKey,
  webhookSettingsKey,
} from '#shared/data/keys';
import {
  audit,
  change,
  checkRoom,
  copies,
  directoryRow,
  ended,
  type IssuedKey,
  iso,
  type KeyTerms,
  knownKey,
  newKey,
  type PartnerKey,
  type PartnerSummary,
  putNew,
  readAll,
  readKeys,
  type Stamp,
  set,
} from '#shared/data/partner-writes';
import { readItems, writeAtomically } from '#shared/data/table';
import { newId } from '#shared/domain/ids';
import {
  type Agreement,
  defaultAgreement,
  type PartnerFlow,
  partnerFlows,
} from '#shared/domain/partners/partner';
import type { StageName } from '#shared/domain/partners/stage-name';

export { findPartner, PartnerFault } from '#shared/data/partner-writes';

export interface NewPartner extends Stamp {
  readonly name: string;
  readonly stage: StageName;
  /** @default all */
  readonly flows?: readonly PartnerFlow[];
}

/** Puts a partner on record, with its webhook settings (none yet) and a first key, in one write. */
export async function createPartner({
  name,
  stage,
  flows = partnerFlows,
  ...stamp
}: NewPartner): Promise<IssuedKey> {
  const [id, at] = [newId(stamp.atMs), iso(stamp.atMs)];
  const row: PartnerSummary = { id, name, suspended: false, flows: [...flows], createdAt: at };
  const partner = {
    ...row,
    agreement: agreementSchema.parse(defaultAgreement(stage)),
    version: 1,
    updatedAt: at,
  };
  const { issued, writes } = newKey(partner, { name: 'First key', stage }, stamp.atMs);
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
    putNew({ ...partnerKey(id), entity: 'PARTNER', ...partner }),
    putNew({ ...partnerDirectoryKey(id), entity: 'PARTNER_ROW', ...row }),
    putNew(settings),
    ...writes,
    audit(id, { keyId: issued.keyId }, { ...stamp, verb: 'partner create' }),
  ]);
  return issued;
}

export interface KeyOrder extends Stamp, KeyTerms {
  readonly partnerId: string;
}

/** Issues one more key. @throws PartnerFault PARTNER_UNKNOWN, TOO_MANY_KEYS; WriteContention */
export function issueKey({ partnerId, ...order }: KeyOrder): Promise<IssuedKey> {
  return change(partnerId, { ...order, verb: 'key issue' }, (partner, keys) => {
    checkRoom(keys, order.atMs);
    const { issued, writes } = newKey(partner, order, order.atMs);
    return { result: issued, writes, noted: { keyId: issued.keyId } };
  });
}

export interface Rotation extends Stamp {
  readonly partnerId: string;
  readonly keyId: string;
  readonly stage: StageName;
  /** Milliseconds for which the old key still works. */
  readonly graceMs: number;
}

/**
 * Issues a successor of a key, of the same name and lifetime; the old key ends after the grace, or at its own
 * expiry if that comes first.
 * @throws PartnerFault PARTNER_UNKNOWN, KEY_UNKNOWN, KEY_ENDED, TOO_MANY_KEYS; WriteContention
 */
export function rotateKey(rotation: Rotation): Promise<IssuedKey & { readonly oldExpiresAtMs: number }> {
  const { partnerId, keyId, stage, graceMs, atMs } = rotation;
  return change(partnerId, { ...rotation, verb: 'key rotate' }, (partner, keys) => {
    const old = knownKey(keys, keyId);
    if (old.replacedBy !== undefined)
      throw ended(`Key ${keyId} has been rotated already: see key ${old.replacedBy}.`);
    if (old.expiresAtMs !== undefined && old.expiresAtMs <= atMs) throw ended(`Key ${keyId} has expired.`);
    checkRoom(keys, atMs);
    const { issued, writes } = newKey(partner, { name: old.name, stage, lifetimeMs: old.lifetimeMs }, atMs);
    const expiresAtMs = Math.min(old.expiresAtMs ?? Number.POSITIVE_INFINITY, atMs + graceMs);
    return {
      result: { ...issued, oldExpiresAtMs: expiresAtMs },
      writes: [
        ...writes,
        set(partnerApiKeyKey(partnerId, keyId), { expiresAtMs, replacedBy: issued.keyId }),
        set(apiKeyKey(old.digest), { expiresAtMs }),
      ],
      noted: { keyId, replacedBy: issued.keyId },
    };
  });
}

/** Ends a key; wherever it is cached it works for up to a minute more. @throws PartnerFault, WriteContention */
export function revokeKey(
  order: Stamp & { readonly partnerId: string; readonly keyId: string },
): Promise<void> {
  const { partnerId, keyId, atMs } = order;
  return change(partnerId, { ...order, verb: 'key revoke' }, (_partner, keys) => {
    const { digest: keyDigest } = knownKey(keys, keyId);
    const revoked = { revokedAtMs: atMs };
    const writes = [set(partnerApiKeyKey(partnerId, keyId), revoked), set(apiKeyKey(keyDigest), revoked)];
    return { result: undefined, writes, noted: { keyId } };
  });
}

/** Suspends a partner, or lets it work again, with all its keys at once. @throws PartnerFault, WriteContention */
export function setSuspended(partnerId: string, suspended: boolean, stamp: Stamp): Promise<void> {
  return change(
    partnerId,
    { ...stamp, verb: suspended ? 'partner suspend' : 'partner resume' },
    (partner, keys) => ({
      result: undefined,
      next: { ...partner, suspended },
      writes: [
        set(partnerDirectoryKey(partnerId), { suspended }),
        ...copies(keys, { suspended }, stamp.atMs),
      ],
    }),
  );
}

/**
 * Changes what a partner agreed to, in all its keys at once.
 * @param revise makes the new agreement from the one on record; called again when that changed meanwhile
 * @throws PartnerFault, WriteContention, and whatever `revise` throws
 */
export function setAgreement(
  partnerId: string,
  revise: (current: Agreement) => Agreement,
  stamp: Stamp,
): Promise<Agreement> {
  return change(partnerId, { ...stamp, verb: 'limits set' }, (partner, keys) => {
    const agreement = agreementSchema.parse(revise(partner.agreement));
    return {
      result: agreement,
      noted: { changed: changesOf(partner.agreement, agreement) },
      next: { ...partner, agreement },
      writes: copies(keys, { agreement }, stamp.atMs),
    };
  });
}

/** What differs between two agreements, as `{from, to}` by name; ranges by `ranges.<currency>`. */
function changesOf(before: Agreement, after: Agreement): Record<string, { from: unknown; to: unknown }> {
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
  return (await readAll(partnerDirectoryKey('').PK)).map((raw) => directoryRow.parse(raw));
}

/** Every key a partner has had, oldest first, with the day (ISO date) on which it was last used. */
export async function listKeys(
  partnerId: string,
): Promise<(PartnerKey & { readonly lastUsedOn: string | undefined })[]> {
  const keys = await readKeys(partnerId);
  const days: (string | undefined)[] = [];
  // A batch read takes 100 keys.
  for (let from = 0; from < keys.length; from += 100) {
    const items = await readItems(keys.slice(from, from + 100).map((key) => apiKeyKey(key.digest)));
    days.push(...items.map((item) => (typeof item?.lastUsedOn === 'string' ? item.lastUsedOn : undefined)));
  }
  return keys.map((key, index) => ({ ...key, lastUsedOn: days[index] }));
}
