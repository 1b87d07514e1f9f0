import { transactionView } from '#shared/api/views/transaction';
import { decodeTransaction } from '#shared/data/items/transaction';
import { transactionKey } from '#shared/data/keys';
import { countList } from '#shared/data/list-lengths';
import { allOf, ofType, ofUser, withStatusOfType } from '#shared/data/listing';
import { readItems } from '#shared/data/table';
import { findTransaction } from '#shared/data/transactions';
import { asOf } from '#shared/domain/transactions/apply';
import { paidIn, paidOut, type Transaction } from '#shared/domain/transactions/transaction';
import { kindsWithStatus } from '#shared/domain/transactions/transition-table';
import type { Operation, Request } from '#shared/http/edge';
import { pageView, readPage } from '#shared/operations/paging';
import type { contract } from './contract';

type ListRequest = Request<typeof contract>;

/** Lists the partner's transactions, by the narrowest lists that hold every match. */
export const listTransactions: Operation<typeof contract> = async (request) => {
  const { caller, query, nowMs } = request;
  if (query.id !== undefined) return { data: await findOne(request, query.id) };
  const page = await readPage({ partnerId: caller.partnerId, collection: 'TX', ...listFor(query) }, query);
  const items = await readItems(page.ids.map(transactionKey));
  const views = items.flatMap((item) =>
    item === undefined ? [] : [transactionView(decodeTransaction(item), nowMs)],
  );
  // One whose deadline has just passed still stands in the list of its last open status.
  return {
    data: pageView(
      page,
      views.filter(({ status }) => query.status === undefined || status === query.status),
    ),
  };
};

function listFor({ userId, status, type, fiatCurrency }: ListRequest['query']): {
  facets: readonly string[];
  where: Record<string, string>;
  anyOf?: Record<string, string>;
} {
  const currency =
    fiatCurrency === undefined
      ? {}
      : { anyOf: { sourceCurrency: fiatCurrency, targetCurrency: fiatCurrency } };
  if (status !== undefined) {
    const kinds = kindsWithStatus(status).filter((kind) => type === undefined || kind === type);
    const facets = kinds.map((kind) => withStatusOfType(status, kind));
    return { facets, where: userId === undefined ? {} : { userId }, ...currency };
  }
  if (userId !== undefined)
    return { facets: [ofUser(userId)], where: type === undefined ? {} : { type }, ...currency };
  return { facets: [type === undefined ? allOf : ofType(type)], where: {}, ...currency };
}

async function findOne({ caller, query, nowMs }: ListRequest, id: string) {
  const total = await countList(caller.partnerId, 'TX', allOf);
  const transaction = await findTransaction(id);
  const own = transaction?.partnerId === caller.partnerId ? [asOf(transaction, nowMs)] : [];
  const matches = own.filter((one) => satisfies(one, query));
  return {
    count: matches.length,
    total,
    data: matches.slice(query.skip ?? 0).map((one) => transactionView(one, nowMs)),
  };
}

function satisfies(transaction: Transaction, query: ListRequest['query']): boolean {
  const currencies: string[] = [paidIn(transaction).currency, paidOut(transaction).currency];
  return (
    (query.status === undefined || transaction.status === query.status) &&
    (query.type === undefined || transaction.kind === query.type) &&
    (query.userId === undefined || transaction.userId === query.userId) &&
    (query.fiatCurrency === undefined || currencies.includes(query.fiatCurrency)) &&
    (query.createdFrom === undefined || transaction.createdAtMs >= query.createdFrom) &&
    (query.createdTo === undefined || transaction.createdAtMs <= query.createdTo)
  );
}
