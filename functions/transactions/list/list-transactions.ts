import { transactionView } from '#shared/api/views/transaction';
import { decodeTransaction } from '#shared/data/items/transaction';
import { transactionKey } from '#shared/data/keys';
import { allOf, countList, ofType, ofUser, withStatus } from '#shared/data/listing';
import { readItems } from '#shared/data/table';
import { findTransaction } from '#shared/data/transactions';
import { asOf } from '#shared/domain/transactions/apply';
import { paidIn, paidOut, type Transaction } from '#shared/domain/transactions/transaction';
import type { Operation, Request } from '#shared/http/edge';
import { pageView, readPage } from '#shared/operations/paging';
import type { contract } from './contract';

type ListRequest = Request<typeof contract>;

/** Lists the partner's transactions, by the narrowest list that holds every match. */
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
  facet: string;
  where: Record<string, string>;
  anyOf?: Record<string, string>;
} {
  const rest = {
    ...(type === undefined ? {} : { type }),
    ...(userId === undefined ? {} : { userId }),
  };
  const currency =
    fiatCurrency === undefined
      ? {}
      : { anyOf: { sourceCurrency: fiatCurrency, targetCurrency: fiatCurrency } };
  if (status !== undefined) return { facet: withStatus(status), where: rest, ...currency };
  const { userId: _user, ...withoutUser } = rest;
  if (userId !== undefined) return { facet: ofUser(userId), where: withoutUser, ...currency };
  if (type !== undefined) return { facet: ofType(type), where: {}, ...currency };
  return { facet: allOf, where: {}, ...currency };
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
