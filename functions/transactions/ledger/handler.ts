import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { requireOwnTransaction } from '#shared/transactions/read-own-transaction';
import { findTransaction, readTimelineEntries } from '#shared/transactions/repository';
import { toIsoTime } from '#shared/values/iso-time';
import { contract } from './contract';

/** Returns the ledger entries of a transaction, oldest first. Per currency, debits equal credits. */
export const handler = partnerEndpoint(contract, async ({ caller, params }) => {
  const [found, timeline] = await Promise.all([findTransaction(params.id), readTimelineEntries(params.id)]);
  requireOwnTransaction(found, caller);
  const data = timeline.flatMap(({ entries, atMs, trigger }) =>
    entries.map((entry) => ({ ...entry, at: toIsoTime(atMs), cause: trigger })),
  );
  return { data: { count: data.length, total: data.length, data } };
});
