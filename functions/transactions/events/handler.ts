import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { stateMachines } from '#shared/transactions/domain/status-facts';
import { requireOwnTransaction } from '#shared/transactions/read-own-transaction';
import { findTransaction, readTimelineEntries } from '#shared/transactions/repository';
import { toIsoTime } from '#shared/values/iso-time';
import { contract } from './contract';

/** Returns the timeline of a transaction, oldest first: its creation and every transition. */
export const handler = partnerEndpoint(contract, async ({ caller, params }) => {
  const [found, entries] = await Promise.all([findTransaction(params.id), readTimelineEntries(params.id)]);
  const transaction = requireOwnTransaction(found, caller);
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
