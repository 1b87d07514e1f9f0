import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readTimelineEntries } from '#shared/transactions/repository';
import { readOwnTransaction } from '#shared/users/read-own-records';
import { toIsoTime } from '#shared/values/iso-time';
import { contract } from './contract';

/** The double entries of a transaction, oldest first. Per currency, debits equal credits. */
export const handler = partnerEndpoint(contract, async ({ caller, params }) => {
  const transaction = await readOwnTransaction(params.id, caller);
  const timeline = await readTimelineEntries(transaction.id);
  const data = timeline.flatMap(({ entries, atMs, trigger }) =>
    entries.map((entry) => ({ ...entry, at: toIsoTime(atMs), cause: trigger })),
  );
  return { data: { count: data.length, total: data.length, data } };
});
