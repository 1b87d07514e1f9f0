/** Work lists: lists of work that waits for an operator. */
import { type FilterValues, viewPath } from '#site/console/components/address';
import type { Filter } from '#site/console/components/filter-bar';
import type { Columns } from '#site/console/components/table';
import { ageText, asRows, asText, type Fields } from '#site/console/components/values';
import type { ActionFacts } from './action';
import { read, type VerbOptions } from './api';

export interface WorkList extends Pick<Columns, 'names' | 'leadsTo'> {
  readonly title: string;
  /** Noun and verb. */
  readonly verb: string;
  readonly options: VerbOptions;
  /** Name of the array of rows in the response. */
  readonly rows: string;
  /** Field with the time from which the row's age is counted. */
  readonly since: string;
  /** Selects the rows of the response that belong to the list. @default all rows */
  readonly keeps?: (row: Fields) => boolean;
  /** Filters of the list, which are options of the verb. @default no filters */
  readonly filters?: readonly Filter[];
  /** Actions on one row, for rows without a detail view. Each verb receives the row's id. @default no actions */
  readonly actions?: readonly Pick<ActionFacts, 'title' | 'done' | 'verb'>[];
}

/** Maximum number of rows of a list. */
const MOST = 500;

const ofTransaction = (row: Fields) => viewPath('transaction', asText(row.transactionId ?? row.id));

const partnerFilter = { name: 'partner', label: 'Partner id' };

const waitingOrders = {
  ...{ verb: 'order list', options: {}, rows: 'orders', since: 'since' },
  names: ['transactionId', 'order', 'waitsFor', 'age', 'since', 'reference', 'partnerId'],
  leadsTo: ofTransaction,
};

const ofTransactions = {
  ...{ verb: 'transaction list', rows: 'transactions', since: 'updatedAt' },
  names: ['id', 'status', 'kind', 'amount', 'age', 'updatedAt', 'userId', 'partnerId'],
  leadsTo: ofTransaction,
  filters: [partnerFilter],
};

/** Work lists by their name in the URL. */
export const workLists: Readonly<Record<string, WorkList>> = {
  holds: {
    ...{ title: 'Held transactions', verb: 'hold list', options: {}, rows: 'holds', since: 'since' },
    names: ['id', 'amount', 'partner', 'userId', 'age', 'reason', 'actor', 'deadline', 'kind', 'status', 'since'],
    leadsTo: ofTransaction,
  },
  conversions: {
    ...{ title: 'Conversions to review', ...waitingOrders },
    keeps: ({ order }) => order === 'CONVERSION',
  },
  refunds: {
    ...{ title: 'Refunds to review', ...waitingOrders },
    keeps: ({ order }) => order !== 'CONVERSION',
  },
  'manual-fiat': {
    ...{ title: 'Manual bank transfers', ...ofTransactions },
    options: { status: 'AWAITING_MANUAL_FIAT_TRANSFER' },
  },
  'manual-crypto': {
    ...{ title: 'Manual token transfers', ...ofTransactions },
    options: { status: 'AWAITING_MANUAL_CRYPTO_TRANSFER' },
  },
  approvals: {
    ...{ title: 'Approvals', verb: 'approval list', options: {}, rows: 'approvals', since: 'proposedAt' },
    names: ['id', 'verb', 'options', 'proposedBy', 'proposedAt', 'expiresAt', 'partnerId'],
    leadsTo: (row) => viewPath('list', 'approvals', asText(row.id)),
    actions: [
      { title: 'Approve', done: 'Approved.', verb: 'approval approve' },
      { title: 'Reject', done: 'Rejected.', verb: 'approval reject' },
    ],
  },
  exceptions: {
    ...{ title: 'Reconciliation exceptions', verb: 'exception list', options: {}, rows: 'exceptions', since: 'day' },
    names: ['id', 'reason', 'owner', 'day', 'expected', 'was', 'transactions', 'references'],
    leadsTo: (row) => viewPath('list', 'exceptions', asText(row.id)),
    actions: [{ title: 'Resolve', done: 'Exception resolved.', verb: 'exception resolve' }],
  },
  failed: {
    ...{ title: 'Failed webhooks', verb: 'notification list', options: { status: 'FAILED' }, rows: 'deliveries' },
    ...{
      since: 'createdAt',
      filters: [
        { name: 'from', label: 'From' },
        { name: 'to', label: 'To' },
      ],
    },
    names: ['id', 'event', 'createdAt', 'attempts', 'failedReason', 'lastError', 'transactionId', 'partnerId'],
    leadsTo: (row) => viewPath('notification', asText(row.partnerId), asText(row.id)),
  },
  stuck: {
    ...{ title: 'Stuck for 1 hour', ...ofTransactions, options: { 'unchanged-for': '1h' } },
    filters: [partnerFilter, { name: 'unchanged-for', label: 'Unchanged for', choices: ['12h', '1d', '7d'] }],
  },
};

export interface ReadList {
  readonly rows: readonly Fields[];
  /** Number of rows; ends with "or more" if more rows may exist. */
  readonly count: string;
  /** Age of the oldest row; empty without rows. */
  readonly oldest: string;
}

/** Reads a work list. @throws Refused */
export async function readWorkList(list: WorkList, filters: FilterValues = {}): Promise<ReadList> {
  const { verb, options, rows: name, since, keeps = () => true } = list;
  const returned = asRows((await read(verb, { ...options, ...filters, limit: String(MOST) }))[name]);
  const nowMs = Date.now();
  const aged = returned.filter(keeps).map((row) => ({ row, sinceMs: Date.parse(asText(row[since])) }));
  const rows = aged.map(({ row, sinceMs }) =>
    Number.isNaN(sinceMs) ? row : { ...row, age: ageText(nowMs - sinceMs) },
  );
  const oldestMs = Math.min(...aged.flatMap(({ sinceMs }) => (Number.isNaN(sinceMs) ? [] : sinceMs)));
  return {
    rows,
    count: returned.length < MOST ? String(rows.length) : `${rows.length} or more`,
    oldest: Number.isFinite(oldestMs) ? `oldest: ${ageText(nowMs - oldestMs)} ago` : '',
  };
}
