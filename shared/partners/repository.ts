/** Partners, and the changes that operators make to them. Of the API endpoints, only the key rotation uses this file. */

import * as z from 'zod/mini';
import { hasVersion } from '#shared/dynamodb/expressions';
import { auditKey, auditPartition, partnerDirectoryKey, partnerKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { readPartition, readRecord, type StoredRecord } from '#shared/dynamodb/table';
import { ConditionsFailed, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import type { StageName } from '#shared/values/stage-name';
import { agreementSchema } from './api-keys/item';
import {
  type ApiKeyRecord,
  copyToLiveKeys,
  type IssuedApiKey,
  prepareApiKey,
  readApiKeys,
  setAttributes,
} from './api-keys/records/repository';
import { PartnerChangeRefused } from './change-refused';
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

export type PartnerSummary = z.infer<typeof directoryRow>;
/** A partner. Each of its keys contains a copy of flows, suspension and agreement. `version` increases with each change. */
export type Partner = z.infer<typeof partnerItem>;

/** Planned changes of a partner and its keys. */
export interface PartnerChange<T> {
  readonly result: T;
  /** The partner after the change, if its suspension or agreement changes. @default unchanged */
  readonly next?: Partner;
  readonly writes: readonly PendingWrite[];
  /** Additional fields of the audit record, never secret. */
  readonly details?: StoredRecord;
}

/**
 * Reads a partner and its keys, and writes the planned changes. Each change increases the partner's version and is conditional on
 * the version that was read. A key that is issued concurrently therefore cannot miss a change.
 */
export async function changePartner<T>(
  partnerId: string,
  stamp: AuditStamp & { readonly verb: string },
  plan: (partner: Partner, keys: readonly ApiKeyRecord[]) => PartnerChange<T> | Promise<PartnerChange<T>>,
): Promise<T> {
  const change = async () => {
    const partner = await findPartner(partnerId);
    if (partner === undefined) throw new PartnerChangeRefused('PARTNER_UNKNOWN', `There is no partner ${partnerId}.`);
    const { result, next = partner, writes, details = {} } = await plan(partner, await readApiKeys(partnerId));
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
      // The first write checks the partner's version. If only the condition of another write fails, the items are inconsistent;
      // no retry can help.
      if (!(error instanceof ConditionsFailed) || error.at(0) === undefined) throw error;
      return undefined;
    }
  };
  return (await retryOnConflict(change, { maxAttempts: 10, waits: false })).result;
}

/** Finds a partner by id. */
export function findPartner(partnerId: string): Promise<Partner | undefined> {
  return readRecord(partnerKey(partnerId), (raw) => partnerItem.parse(raw));
}

export interface NewPartner extends AuditStamp {
  readonly name: string;
  readonly stage: StageName;
  /** @default all */
  readonly flows?: readonly PartnerFlow[];
}

/** Stores a partner with empty webhook settings and a first key, in one write. */
export async function createPartner(order: NewPartner): Promise<IssuedApiKey> {
  const { stage, atMs } = order;
  const { partner, writes } = newPartner(order);
  const key = prepareApiKey(partner, { name: 'First key', stage }, atMs);
  const details = { keyId: key.issued.keyId };
  await writeAtomically([...writes, ...key.writes, auditWrite(partner.id, details, { ...order, verb: CREATE })]);
  return key.issued;
}

/** Stores a partner without a key. Issuing a key requires a second person (docs/adr/026). @returns the partner's id */
export async function createPartnerWithoutKey(order: NewPartner): Promise<string> {
  const { partner, writes } = newPartner(order);
  await writeAtomically([...writes, auditWrite(partner.id, {}, { ...order, verb: CREATE })]);
  return partner.id;
}

const CREATE = 'partner create';

function newPartner({ name, stage, flows = partnerFlows, atMs }: NewPartner) {
  const [id, at] = [newId(atMs), toIsoTime(atMs)];
  const row: PartnerSummary = { id, name, suspended: false, flows: [...flows], createdAt: at };
  const partner = { ...row, agreement: agreementSchema.parse(defaultAgreement(stage)), version: 1, updatedAt: at };
  const settings = {
    PK: webhookSettingsKey(id).PK,
    SK: 'WEBHOOK',
    entity: 'WEBHOOK',
    id: newId(atMs),
    partnerId: id,
    url: null,
    secrets: [],
    createdAt: at,
    updatedAt: at,
  };
  const writes = [
    putIfAbsent({ ...partnerKey(id), entity: 'PARTNER', ...partner }),
    putIfAbsent({ ...partnerDirectoryKey(id), entity: 'PARTNER_ROW', ...row }),
    putIfAbsent(settings),
  ];
  return { partner, writes };
}

/** Suspends or resumes a partner and all its keys in one write. @throws PartnerChangeRefused, WriteContention */
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
 * Changes a partner's agreement and its copies in the API keys, in one write. Calls `revise` again after a conflict.
 * @throws PartnerChangeRefused, WriteContention, and errors of `revise`
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

/** Returns the changed fields of an agreement as `{from, to}` by field name. The field name of a range is `ranges.<currency>`. */
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

/** Lists all partners, oldest first. */
export async function listPartners(): Promise<PartnerSummary[]> {
  return (await readPartition(partnerDirectoryKey('').PK)).map((raw) => directoryRow.parse(raw));
}

// The audit trail: a record of each action of an operator, written together with the change or before the change.

/** Time and author of a change, for its audit record. */
export interface AuditStamp {
  /** Epoch ms. */
  readonly atMs: number;
  /** @default 'system' */
  readonly operator?: string;
}

/** An operator's request about a partner. If it concerns no partner, `partnerId` is `PLATFORM`. */
export interface PartnerOrder extends AuditStamp {
  readonly partnerId: string;
}

/** Returns the write of an audit record. */
export function auditWrite(
  partnerId: string,
  details: StoredRecord,
  { verb, atMs, operator = 'system' }: AuditStamp & { readonly verb: string },
): PendingWrite {
  const entry = { entity: 'AUDIT', verb, operator, at: toIsoTime(atMs), partnerId, ...details };
  return putIfAbsent({ ...auditKey(partnerId, `${toIsoTime(atMs)}#${newId(atMs)}`), ...entry });
}

/** Used instead of a partner id for actions without a partner. */
export const PLATFORM = 'PLATFORM';

interface OperatorAction extends PartnerOrder {
  /** Verb of the operator tool, for example `partner suspend`. */
  readonly verb: string;
  /** Data about the action, for example ids, without secrets and personal data. */
  readonly details: StoredRecord;
}

const entrySchema = z.looseObject({ at: z.string(), operator: z.string(), verb: z.string() });
export type AuditEntry = z.infer<typeof entrySchema>;

/** Records an operator's action before it starts: an action that cannot be recorded does not start. */
export async function recordAction({ partnerId, details, ...stamp }: OperatorAction): Promise<void> {
  await writeAtomically([auditWrite(partnerId, details, stamp)]);
}

/** Reads the operator actions about a partner, oldest first. */
export async function readAudit(partnerId: string): Promise<AuditEntry[]> {
  const raw = await readPartition(auditPartition(partnerId));
  return raw.map(({ PK: _pk, SK: _sk, entity: _entity, ...rest }) => entrySchema.parse(rest));
}
