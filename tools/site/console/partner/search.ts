/** Searches the partner's transactions and users. */
import { ifInScope } from '#sdk/cli/errors';
import type { TransactionItem, User } from '#sdk/generated/openapi';
import { ramp } from './api';
import { PAGE_SIZE } from './list';
import { readSearch, type TransactionQuery } from './query';

interface Found {
  readonly transactions: readonly TransactionItem[];
  readonly users: readonly User[];
  /** True if a query has another page, so that more transactions than `transactions` can match. */
  readonly more: boolean;
}

/** Runs a search. Omits data for which the API key has no scope. The results include the transactions of found users. */
export async function search(typed: string): Promise<Found> {
  const queries = readSearch(typed);
  const [pages, userPages] = await Promise.all([
    Promise.all(queries.transactions.map(listTransactions)),
    Promise.all(queries.users.map((query) => ifInScope(ramp.users.list({ ...query, limit: PAGE_SIZE })))),
  ]);
  const users = byId(userPages.flatMap((page) => page?.data ?? []));
  const ofUsers = await Promise.all(users.map(({ id }) => listTransactions({ userId: id })));
  const all = [...pages, ...ofUsers].flatMap((page) => page ?? []);
  const more = all.some(({ nextCursor }) => nextCursor !== undefined);
  return { transactions: byId(all.flatMap(({ data }) => data)), users, more };
}

function listTransactions(query: TransactionQuery) {
  return ifInScope(ramp.transactions.list({ ...query, limit: PAGE_SIZE }));
}

function byId<T extends { readonly id: string }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
