import { iso } from '#shared/api/views/time';
import { readTimelineEntries } from '#shared/data/transactions';
import type { Operation } from '#shared/http/edge';
import { readOwnTransaction } from '#shared/operations/ownership';
import type { contract } from './contract';

/** The double entries of a transaction, oldest first. Per currency, debits equal credits. */
export const readLedger: Operation<typeof contract> = async ({ caller, params }) => {
  const transaction = await readOwnTransaction(params.id, caller);
  const timeline = await readTimelineEntries(transaction.id);
  const data = timeline.flatMap(({ entries, atMs, trigger }) =>
    entries.map((entry) => ({ ...entry, at: iso(atMs), cause: trigger })),
  );
  return { data: { count: data.length, total: data.length, data } };
};
