/** The audit trail: each action of an operator, written with its change or before it. */

import * as z from 'zod/mini';
import { auditKey, auditPartition } from '#shared/dynamodb/keys';
import { readPartition, type StoredRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent } from '#shared/dynamodb/writes';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';

/** Time and author of a change, for the audit record written with it. */
export interface AuditStamp {
  /** Epoch ms. */
  readonly atMs: number;
  /** @default 'system' */
  readonly operator?: string;
}

/** An operator's order about a partner, or about `PLATFORM`. */
export interface PartnerOrder extends AuditStamp {
  readonly partnerId: string;
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
