/** Compares audit records, approvals and journal entries with their copies, which operators cannot write (docs/adr/026). */
import { isDeepStrictEqual } from 'node:util';
import { personOf } from '#ops/approvals/approval';
import type { RecordKey } from '#shared/dynamodb/keys';
import type { StoredRecord } from '#shared/dynamodb/table';
import type { AuditCopy } from '#shared/partners/audit/copies/repository';

/**
 * Problem of an item. `MISSING`: only copies exist. `REPLACED`: the copies show a later write or deletion that is not allowed.
 * `ONE_PERSON`: the same person proposed and approved, or the approver is not a person.
 */
export type AuditFault = 'MISSING' | 'DIFFERENT' | 'REPLACED' | 'NOT_COPIED' | 'ONE_PERSON';

export interface AuditFinding {
  readonly fault: AuditFault;
  readonly key: RecordKey;
  /** The first copied content, if a copy exists. */
  readonly first: StoredRecord | undefined;
  /** The current content of the item. */
  readonly present: StoredRecord | undefined;
}

/** Maximum time for the stream to create a copy, ms. A younger record without a copy is not reported. */
const SETTLED_AFTER_MS = 15 * 60_000;

/** Attributes that a decision changes in an approval. */
const DECIDED: readonly string[] = ['status', 'decidedBy', 'duePk', 'dueAt'];
/** Allowed next statuses by status. */
const DECISIONS: Readonly<Record<string, readonly unknown[]>> = {
  PENDING: ['APPROVED', 'REJECTED'],
  APPROVED: ['DONE', 'FAILED'],
};

export interface AuditItem {
  readonly key: RecordKey;
  readonly present: StoredRecord | undefined;
  /** Copies of the item, in the order of the stream. */
  readonly copies: readonly AuditCopy[];
}

/** Returns the problem of an item; `undefined` if there is none. */
export function findingOf({ key, present, copies }: AuditItem, nowMs: number): AuditFinding | undefined {
  const fault = key.PK.startsWith('APPROVAL#') ? approvalFault(present, copies) : recordFault(present, copies);
  if (fault === undefined) return undefined;
  const writtenMs = Date.parse(String(present?.at ?? ''));
  if (fault === 'NOT_COPIED' && nowMs - writtenMs < SETTLED_AFTER_MS) return undefined;
  return { fault, key, first: copies[0]?.image, present };
}

/**
 * Returns the problem of an item that is written only once: an audit record or a journal entry. A journal entry is copied only
 * after a change or deletion, so every copied journal entry has a problem.
 */
function recordFault(present: StoredRecord | undefined, copies: readonly AuditCopy[]): AuditFault | undefined {
  const [first] = copies;
  if (first === undefined) return 'NOT_COPIED';
  if (present === undefined) return 'MISSING';
  if (!isDeepStrictEqual(present, first.image) && first.change === 'INSERT') return 'DIFFERENT';
  return copies.some(({ change }) => change !== 'INSERT') || copies.length > 1 ? 'REPLACED' : undefined;
}

function approvalFault(present: StoredRecord | undefined, copies: readonly AuditCopy[]): AuditFault | undefined {
  const [first, ...decisions] = copies;
  const last = copies.at(-1);
  if (first === undefined || last === undefined) return 'NOT_COPIED';
  if (present === undefined) return 'MISSING';
  if (first.change !== 'INSERT' || first.image.status !== 'PENDING') return 'REPLACED';
  let before = first;
  for (const after of decisions) {
    const follows = DECISIONS[String(before.image.status)]?.includes(after.image.status) === true;
    if (!follows || after.change !== 'MODIFY' || !isDeepStrictEqual(undecided(before.image), undecided(after.image)))
      return 'REPLACED';
    before = after;
  }
  if (!isDeepStrictEqual(present, last.image)) return 'DIFFERENT';
  const [proposer, approver] = [present.proposedBy, present.decidedBy].map((arn) => personOf(String(arn)));
  const isApproved = present.status !== 'PENDING' && present.status !== 'REJECTED';
  return isApproved && (approver === undefined || approver === proposer) ? 'ONE_PERSON' : undefined;
}

function undecided(image: StoredRecord): StoredRecord {
  return Object.fromEntries(Object.entries(image).filter(([name]) => !DECIDED.includes(name)));
}
