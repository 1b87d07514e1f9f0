/** Lists of what waits for an operator. */
import { viewPath } from '#site/console/components/address';
import type { Columns } from '#site/console/components/table';
import { ageText, asRows, asText, type Fields } from '#site/console/components/values';
import type { ActionFacts } from './action';
import { read, type VerbOptions } from './api';

export interface WorkList extends Pick<Columns, 'names' | 'leadsTo'> {
  readonly title: string;
  /** Noun and verb. */
  readonly verb: string;
  readonly options: VerbOptions;
  /** Name of the rows in the answer. */
  readonly rows: string;
  /** Field with the instant from which its age counts. */
  readonly since: string;
  /** Actions on a row by its id, where it has no view of its own. @default none */
  readonly actions?: readonly Pick<ActionFacts, 'title' | 'verb'>[];
}

/** Rows that are read of a list; it says so where there may be more. */
const MOST = 500;

const ofTransaction = (row: Fields) => viewPath('transaction', asText(row.transactionId ?? row.id));

/** By the name in the address. */
export const workLists: Readonly<Record<string, WorkList>> = {
  holds: {
    ...{ title: 'Held transactions', verb: 'hold list', options: {}, rows: 'holds', since: 'since' },
    names: ['id', 'since', 'reason', 'actor', 'status', 'kind', 'deadline', 'partnerId'],
    leadsTo: ofTransaction,
  },
  orders: {
    ...{ title: 'Orders that wait', verb: 'order list', options: {}, rows: 'orders', since: 'since' },
    names: ['transactionId', 'order', 'waitsFor', 'since', 'reference', 'partnerId'],
    leadsTo: ofTransaction,
  },
  approvals: {
    ...{ title: 'Approvals', verb: 'approval list', options: {}, rows: 'approvals', since: 'proposedAt' },
    names: ['id', 'verb', 'options', 'proposedBy', 'proposedAt', 'expiresAt', 'partnerId'],
    leadsTo: (row) => viewPath('list', 'approvals', asText(row.id)),
    actions: [
      { title: 'Approve', verb: 'approval approve' },
      { title: 'Reject', verb: 'approval reject' },
    ],
  },
  exceptions: {
    ...{ title: 'Exceptions of statements', verb: 'exception list', options: {}, rows: 'exceptions', since: 'day' },
    names: ['id', 'reason', 'owner', 'day', 'expected', 'was', 'transactions', 'references'],
    leadsTo: (row) => viewPath('list', 'exceptions', asText(row.id)),
    actions: [{ title: 'Resolve', verb: 'exception resolve' }],
  },
  failed: {
    ...{ title: 'Failed webhooks', verb: 'notification list', options: { status: 'FAILED' }, rows: 'deliveries' },
    since: 'createdAt',
    names: ['id', 'event', 'createdAt', 'attempts', 'failedReason', 'lastError', 'transactionId', 'partnerId'],
    leadsTo: (row) => viewPath('notification', asText(row.partnerId), asText(row.id)),
  },
  stuck: {
    ...{ title: 'Unchanged for an hour', verb: 'transaction list', options: { 'unchanged-for': '1h' } },
    ...{ rows: 'transactions', since: 'updatedAt' },
    names: ['id', 'status', 'kind', 'amount', 'updatedAt', 'userId', 'partnerId'],
    leadsTo: ofTransaction,
  },
};

export interface ReadList {
  readonly rows: readonly Fields[];
  /** The number of rows. */
  readonly count: string;
  /** The age of the oldest; empty where there is none. */
  readonly oldest: string;
}

/** Reads a list. @throws Refused */
export async function readWorkList({ verb, options, rows: name, since }: WorkList): Promise<ReadList> {
  const rows = asRows((await read(verb, { ...options, limit: String(MOST) }))[name]);
  const oldestMs = Math.min(...rows.map((row) => Date.parse(asText(row[since]))).filter((ms) => !Number.isNaN(ms)));
  return {
    rows,
    count: rows.length < MOST ? String(rows.length) : `${MOST} or more`,
    oldest: Number.isFinite(oldestMs) ? `the oldest ${ageText(Date.now() - oldestMs)}` : '',
  };
}
