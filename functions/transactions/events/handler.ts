import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { stateMachines } from '#shared/transactions/domain/transition-table';
import { readTimelineEntries } from '#shared/transactions/repository';
import { readOwnTransaction } from '#shared/users/read-own-records';
import { toIsoTime } from '#shared/values/iso-time';
import { contract } from './contract';

/** The timeline of a transaction, oldest first: its creation, then every transition. */
export const handler = partnerEndpoint(contract, async ({ caller, params }) => {
  const transaction = await readOwnTransaction(params.id, caller);
  const entries = await readTimelineEntries(transaction.id);
  const data = [
    {
      from: null,
      to: stateMachines[transaction.kind].initial,
      at: toIsoTime(transaction.createdAtMs),
      cause: 'CREATED',
    },
    ...entries.map(({ from, to, atMs, trigger }) => ({ from, to, at: toIsoTime(atMs), cause: trigger })),
  ];
  return { data: { count: data.length, total: data.length, data } };
});
