import { allFacet, statusTypeFacet, typeFacet, userFacet } from '#shared/dynamodb/lists/list-rows';
import { countList } from '#shared/dynamodb/lists/row-counts';
import type { Operation, Request } from '#shared/handlers/partner-endpoint';
import { type PageTarget, readPage, toPageResponse } from '#shared/http/paging';
import { effectiveAt } from '#shared/transactions/domain/apply';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import { payoutAmount, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { paymentUrlsFor } from '#shared/transactions/payment-links/urls';
import { findTransaction, findTransactions } from '#shared/transactions/repository';
import { toTransactionResponse } from '#shared/transactions/response';
import type { contract } from './contract';

type ListRequest = Request<typeof contract>;

/** Lists the partner's transactions, by the narrowest lists that hold every match. */
export const listTransactions: Operation<typeof contract> = async (request) => {
  const { caller, query, nowMs } = request;
  if (query.id !== undefined) return { data: await findOne(request, query.id) };
  const target = { partnerId: caller.partnerId, collection: 'TX', ...selectLists(query) } as const;
  const page = await readPage(target, query, findTransactions);
  const urlFor = await paymentUrlsFor(page.items, request);
  const found = page.items.map((transaction) => toTransactionResponse(transaction, nowMs, urlFor));
  // A transaction whose deadline has just passed is still in the list of its last open status.
  const shown = found.filter(({ status }) => query.status === undefined || status === query.status);
  return { data: toPageResponse(page, shown) };
};

type Lists = Pick<PageTarget, 'facets' | 'where' | 'anyOf'>;

function selectLists({ userId, status, type, fiatCurrency }: ListRequest['query']): Lists {
  const anyOf = fiatCurrency && { sourceCurrency: fiatCurrency, targetCurrency: fiatCurrency };
  if (status !== undefined) {
    const kinds = statusFacts[status].kinds.filter((kind) => type === undefined || kind === type);
    const facets = kinds.map((kind) => statusTypeFacet(status, kind));
    return { facets, where: userId === undefined ? {} : { userId }, anyOf };
  }
  if (userId !== undefined) return { facets: [userFacet(userId)], where: type === undefined ? {} : { type }, anyOf };
  return { facets: [type === undefined ? allFacet : typeFacet(type)], where: {}, anyOf };
}

async function findOne(request: ListRequest, id: string) {
  const { caller, query, nowMs } = request;
  const [total, transaction] = await Promise.all([countList(caller.partnerId, 'TX', allFacet), findTransaction(id)]);
  const own = transaction?.partnerId === caller.partnerId ? [effectiveAt(transaction, nowMs)] : [];
  const matches = own.filter((one) => matchesQuery(one, query));
  const urlFor = await paymentUrlsFor(matches, request);
  return {
    count: matches.length,
    total,
    data: matches.slice(query.skip ?? 0).map((one) => toTransactionResponse(one, nowMs, urlFor)),
  };
}

function matchesQuery(transaction: Transaction, query: ListRequest['query']): boolean {
  const currencies: string[] = [sourceAmount(transaction).currency, payoutAmount(transaction).currency];
  return (
    (query.status === undefined || transaction.status === query.status) &&
    (query.type === undefined || transaction.kind === query.type) &&
    (query.userId === undefined || transaction.userId === query.userId) &&
    (query.fiatCurrency === undefined || currencies.includes(query.fiatCurrency)) &&
    (query.createdFrom === undefined || transaction.createdAtMs >= query.createdFrom) &&
    (query.createdTo === undefined || transaction.createdAtMs <= query.createdTo)
  );
}
