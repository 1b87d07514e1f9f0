import { equals } from '#shared/dynamodb/expressions';
import { approvalKey } from '#shared/dynamodb/keys';
import { findWorkKeys, workEntry } from '#shared/dynamodb/look-ups';
import { readRecord, readRecords } from '#shared/dynamodb/table';
import { writeAtomically, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';
import { type AuditStamp, auditWrite } from '#shared/partners/repository';
import { type Approval, decodeApproval } from './approval';

type Stamp = AuditStamp & { readonly verb: string };

/** Stores a proposal and its audit record. */
export function insertApproval(approval: Approval, stamp: Stamp): Promise<void> {
  const item = { ...approvalKey(approval.id), entity: 'APPROVAL', ...approval };
  return writeAtomically([
    putIfAbsent({ ...item, ...workEntry('APPROVALS', approval.proposedAtMs) }),
    auditWrite(approval.partnerId, { approvalId: approval.id, decision: 'PROPOSED' }, stamp),
  ]);
}

export function findApproval(id: string): Promise<Approval | undefined> {
  return readRecord(approvalKey(id), decodeApproval);
}

/**
 * Returns the proposals that wait for a decision, oldest first. A new proposal can be missing, because the query reads an
 * eventually consistent index.
 */
export async function findPendingApprovals(limit: number): Promise<Approval[]> {
  const found = await readRecords(await findWorkKeys('APPROVALS', limit), decodeApproval);
  return found
    .filter(({ status }) => status === 'PENDING')
    .toSorted((one, other) => one.proposedAtMs - other.proposedAtMs);
}

/**
 * Stores a decision, or the result of an approved change (`DONE` or `FAILED`), and its audit record.
 * @returns false if the stored status has changed since the approval was read
 */
export function decide(
  { id, partnerId, verb, proposedBy, status: before }: Approval,
  { status, reason }: { readonly status: Approval['status']; readonly reason: string },
  stamp: Stamp,
): Promise<boolean> {
  const set = { status, decidedBy: stamp.operator };
  return writeIfConditionsHold([
    updateItem(approvalKey(id), { set, remove: ['duePk', 'dueAt'], condition: equals('status', before) }),
    auditWrite(partnerId, { approvalId: id, decision: status, change: verb, proposedBy, reason }, stamp),
  ]);
}
