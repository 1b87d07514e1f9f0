/** The audit trail of the platform's operators. Changes of partners and keys write their entry in the same transaction. */
import * as z from 'zod/mini';
import { auditPartition } from '#shared/dynamodb/keys';
import { readPartition, type StoredRecord } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { type AuditStamp, auditWrite } from '#shared/partners/records/repository';

/** In place of a partner's id, for actions that are not about one partner. */
export const PLATFORM = 'PLATFORM';

export interface OperatorAction extends AuditStamp {
  /** Noun and verb, as typed. */
  readonly verb: string;
  /** A partner's id, or `PLATFORM`. */
  readonly partnerId: string;
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
