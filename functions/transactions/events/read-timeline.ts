import { iso } from '#shared/api/views/time';
import { readTimelineEntries } from '#shared/data/transactions';
import { stateMachines } from '#shared/domain/transactions/transition-table';
import type { Operation } from '#shared/http/edge';
import { readOwnTransaction } from '#shared/operations/ownership';
import type { contract } from './contract';

/** The timeline of a transaction, oldest first: its creation, then every transition. */
export const readTimeline: Operation<typeof contract> = async ({ caller, params }) => {
  const transaction = await readOwnTransaction(params.id, caller);
  const entries = await readTimelineEntries(transaction.id);
  const data = [
    {
      from: null,
      to: stateMachines[transaction.kind].initial,
      at: iso(transaction.createdAtMs),
      cause: 'CREATED',
    },
    ...entries.map(({ from, to, atMs, trigger }) => ({ from, to, at: iso(atMs), cause: trigger })),
  ];
  return { data: { count: data.length, total: data.length, data } };
};
