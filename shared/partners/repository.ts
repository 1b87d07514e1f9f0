/** Partners and their API keys, as the platform's operators change them. No endpoint of partners uses it. */

import {
  apiKeyKey,
  partnerApiKeyKey,
  partnerDirectoryKey,
  partnerKey,
  webhookSettingsKey,
} from '#shared/dynamodb/keys';
import { readItems, readPartition } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent } from '#shared/dynamodb/writes';
import { newId } from '#shared/values/ids';
import type { StageName } from '#shared/values/stage-name';
import type { WebhookSettingsItem } from '#shared/webhooks/endpoints/item';
import { agreementSchema } from './api-keys/item';
import { type Agreement, defaultAgreement, type PartnerFlow, partnerFlows } from './domain/partner';
import {
  type ApiKeyRecord,
  type ApiKeyTerms,
  type AuditStamp,
  assertKeyLimit,
  auditWrite,
  changePartner,
  copyToLiveKeys,
  directoryRow,
  type IssuedApiKey,
  keyEnded,
  type PartnerSummary,
  prepareApiKey,
  readApiKeys,
  requireUnrevokedKey,
  setAttributes,
  toIso,
} from './records/repository';

export { findPartner, PartnerChangeRefused } from './records/repository';

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
  const [id, at] = [newId(stamp.atMs), toIso(stamp.atMs)];
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

export interface NewApiKey extends AuditStamp, ApiKeyTerms {
  readonly partnerId: string;
}

/** Issues one more key. @throws PartnerChangeRefused PARTNER_UNKNOWN, TOO_MANY_KEYS; WriteContention */
export function issueKey({ partnerId, ...order }: NewApiKey): Promise<IssuedApiKey> {
  return changePartner(partnerId, { ...order, verb: 'key issue' }, (partner, keys) => {
    assertKeyLimit(keys, order.atMs);
    const { issued, writes } = prepareApiKey(partner, order, order.atMs);
    return { result: issued, writes, details: { keyId: issued.keyId } };
  });
}

export interface KeyRotation extends AuditStamp {
  readonly partnerId: string;
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
    const { issued, writes } = prepareApiKey(partner, { name: old.name, stage, lifetimeMs: old.lifetimeMs }, atMs);
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

/** Ends a key; wherever it is cached it works for up to a minute more. @throws PartnerChangeRefused, WriteContention */
export function revokeKey(order: AuditStamp & { readonly partnerId: string; readonly keyId: string }): Promise<void> {
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
  const days: (string | undefined)[] = [];
  // A batch read takes 100 keys.
  for (let from = 0; from < keys.length; from += 100) {
    const items = await readItems(keys.slice(from, from + 100).map((key) => apiKeyKey(key.digest)));
    days.push(...items.map((item) => (typeof item?.lastUsedOn === 'string' ? item.lastUsedOn : undefined)));
  }
  return keys.map((key, index) => ({ ...key, lastUsedOn: days[index] }));
}
