import { invalidInput } from '#shared/api/problems';
import { allFacet, externalFacet, statusTypeFacet, typeFacet, userFacet } from '#shared/dynamodb/lists/list-rows';
import { countList } from '#shared/dynamodb/lists/row-counts';
import type { Operation, Request } from '#shared/handlers/partner-endpoint';
import { type Page, type PageTarget, paginate, readPage, toPageResponse } from '#shared/http/paging';
import { effectiveAt } from '#shared/transactions/domain/apply';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import { payoutAmount, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { paymentUrlsFor } from '#shared/transactions/payment-links/urls';
import { findTransaction, findTransactions } from '#shared/transactions/repository';
import { toTransactionResponse } from '#shared/transactions/response';
import { moneyNumber } from '#shared/values/money/money';
import type { contract } from './contract';

type ListRequest = Request<typeof contract>;

/** Lists the partner's transactions. Reads the shortest lists that contain every match of the query. */
export const listTransactions: Operation<typeof contract> = async (request) => {
  const { caller, query, nowMs } = request;
  if (query.id !== undefined) return { data: await findOne(request, query.id) };
  const target = { partnerId: caller.partnerId, collection: 'TX', ...selectLists(query) } as const;
  const readsStatus = query.externalId !== undefined && query.status !== undefined;
  const page = await (readsStatus ? readByExternalId(target, request) : readPage(target, query, findTransactions));
  const urlFor = await paymentUrlsFor(page.items, request);
  const found = page.items.map((transaction) => toTransactionResponse(transaction, nowMs, urlFor));
  // The list of a status can still contain a transaction whose deadline has just passed; its response has a later status.
  const shown = found.filter(({ status }) => query.status === undefined || status === query.status);
  return { data: toPageResponse(page, shown) };
};

/**
 * Maximum number of transactions that one request reads for `externalId` together with `status`. The list by external id contains
 * no status, so the function filters after the read.
 */
const MAX_READ = 100;

/** Reads the transactions with an external id and returns a page of the transactions that have the requested status. */
async function readByExternalId(target: PageTarget, { query, nowMs }: ListRequest): Promise<Page<Transaction>> {
  const { skip = 0, ...rest } = query;
  const page = await readPage(target, { ...rest, limit: MAX_READ }, findTransactions);
  const matches = page.items.filter((one) => effectiveAt(one, nowMs).status === query.status);
  const hasMore = page.nextCursor !== undefined;
  if (hasMore && skip > matches.length) {
    const message = `Must not lead beyond the first ${MAX_READ} items of the list; read on with the cursor of the last page`;
    throw invalidInput([{ field: 'skip', message }]);
  }
  const shown = paginate(matches, page.total, query);
  return {
    ...shown,
    countIsLowerBound: hasMore || query.cursor !== undefined,
    nextCursor: shown.nextCursor ?? page.nextCursor,
  };
}

type Lists = Pick<PageTarget, 'facets' | 'where' | 'anyOf'>;

function selectLists({ userId, status, type, fiatCurrency, externalId, amount }: ListRequest['query']): Lists {
  const anyOf = [
    ...(fiatCurrency === undefined ? [] : [{ sourceCurrency: fiatCurrency, targetCurrency: fiatCurrency }]),
    ...(amount === undefined ? [] : [{ sourceAmount: amount, targetAmount: amount }]),
  ];
  if (externalId !== undefined) {
    const where = { ...(userId !== undefined && { userId }), ...(type !== undefined && { type }) };
    return { facets: [externalFacet(externalId)], where, anyOf };
  }
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
  const amounts = [sourceAmount(transaction), payoutAmount(transaction)];
  return (
    (query.status === undefined || transaction.status === query.status) &&
    (query.type === undefined || transaction.kind === query.type) &&
    (query.userId === undefined || transaction.userId === query.userId) &&
    (query.fiatCurrency === undefined || amounts.some(({ currency }) => currency === query.fiatCurrency)) &&
    (query.amount === undefined || amounts.some((one) => moneyNumber(one) === query.amount)) &&
    (query.externalId === undefined || transaction.externalId === query.externalId) &&
    (query.createdFrom === undefined || transaction.createdAtMs >= query.createdFrom) &&
    (query.createdTo === undefined || transaction.createdAtMs <= query.createdTo)
  );
}
