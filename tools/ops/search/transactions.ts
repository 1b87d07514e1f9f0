/** Finds transactions by partner, user, status, age, day, amount, references and payout account. */
import { existingPartner } from '#ops/commands/partner';
import { existing } from '#ops/errors';
import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import { findAccountRecordsByNumber } from '#shared/bank-accounts/repository';
import { listPartition } from '#shared/dynamodb/keys';
import { allFacet, externalFacet, statusTypeFacet, userFacet } from '#shared/dynamodb/lists/list-rows';
import { readMerged, rowId } from '#shared/dynamodb/lists/merged-lists';
import { findPartnerIdByUser } from '#shared/erasure/repository';
import { listPartners } from '#shared/partners/repository';
import { statusFacts, type TransactionStatus, transactionStatuses } from '#shared/transactions/domain/status-facts';
import { payoutAmount, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { findTransactions } from '#shared/transactions/repository';
import { type CalendarDay, startOfDayMs } from '#shared/values/calendar/calendar-day';
import { minIdAt } from '#shared/values/ids';
import { compare, type Decimal } from '#shared/values/money/decimal';
import { toDecimal } from '#shared/values/money/money';

export interface TransactionFilter {
  readonly partnerId?: string | undefined;
  readonly userId?: string | undefined;
  readonly status?: TransactionStatus | undefined;
  /** Returns only transactions without changes after this time, epoch ms. */
  readonly unchangedSinceMs?: number | undefined;
  /** Creation day (UTC). */
  readonly day?: CalendarDay | undefined;
  /** Exact amount of the deposit or the payout, in any currency. */
  readonly amount?: Decimal | undefined;
  /** Rail reference of the deposit or payout, in any letter case. */
  readonly rail?: string | undefined;
  /** Reference that the partner gave to a cross-ramp, or a rail reference as in `rail`. Ignores spaces and letter case. */
  readonly reference?: string | undefined;
  /** External id; upper-case and lower-case letters are different. */
  readonly externalId?: string | undefined;
  /** Last characters of the payout account's number. */
  readonly accountEnds?: string | undefined;
  readonly limit: number;
}

export interface FoundTransactions {
  readonly transactions: readonly Transaction[];
  /** True if more matches may exist. */
  readonly more: boolean;
}

/** Maximum number of transactions that one search reads. After that the search returns `more`. */
const MAX_READ = 1000;
/** Maximum number of transactions in one batch read (service limit). */
const PAGE = 100;
const DAY_MS = 86_400_000;

/** The lists that contain all matches, and the sort order. */
interface Lists {
  readonly partitions: readonly string[];
  readonly newestFirst: boolean;
}

/**
 * Finds transactions. Searches by status or age return oldest transactions first, other searches newest first. A search by amount
 * or reference without a day can miss matches, because a search reads at most `MAX_READ` transactions.
 * @throws OperationFailed for an unknown partner or user
 */
export async function findListedTransactions(filter: TransactionFilter): Promise<FoundTransactions> {
  const { status, unchangedSinceMs = Number.POSITIVE_INFINITY, day, limit } = filter;
  const dayMs = day === undefined ? undefined : startOfDayMs(day);
  // A transaction that did not change after a time was created before that time.
  const beforeMs = Math.min(unchangedSinceMs + 1, (dayMs ?? Number.POSITIVE_INFINITY) + DAY_MS);
  return readLists(await listsFor(filter), {
    limit,
    from: dayMs === undefined ? undefined : minIdAt(dayMs),
    to: Number.isFinite(beforeMs) ? minIdAt(beforeMs) : undefined,
    matches: (one) =>
      one.userId === (filter.userId ?? one.userId) &&
      one.status === (status ?? one.status) &&
      one.updatedAtMs <= unchangedSinceMs &&
      hasDetails(one, filter),
  });
}

type Details = Pick<TransactionFilter, 'amount' | 'rail' | 'reference' | 'accountEnds'>;

function hasDetails(transaction: Transaction, { amount, rail, reference, accountEnds = '' }: Details): boolean {
  const amounts = [sourceAmount(transaction), payoutAmount(transaction)].map(toDecimal);
  const rails = [transaction.depositRail, transaction.payoutRail].map((one) => one?.reference.toLowerCase());
  const own = transaction.kind === 'CROSS_RAMP' ? transaction.reference : undefined;
  const references = [own, ...rails].flatMap((one) => (one === undefined ? [] : canonical(one)));
  return (
    (amount === undefined || amounts.some((one) => compare(one, amount) === 0)) &&
    (rail === undefined || rails.includes(rail.toLowerCase())) &&
    (reference === undefined || references.includes(canonical(reference))) &&
    (accountEnds === '' || (paidAccount(transaction)?.accountIdentifier.endsWith(accountEnds) ?? false))
  );
}

/** Returns a reference for comparisons: lower case, without spaces. */
function canonical(reference: string): string {
  return reference.replaceAll(/\s/g, '').toLowerCase();
}

function paidAccount(transaction: Transaction): BankAccount | undefined {
  if (transaction.kind === 'ON_RAMP') return undefined;
  return transaction.kind === 'OFF_RAMP' ? transaction.bankAccount : transaction.targetBankAccount;
}

async function listsFor({
  partnerId,
  userId,
  status,
  unchangedSinceMs,
  externalId,
}: TransactionFilter): Promise<Lists> {
  const isByAge = status !== undefined || unchangedSinceMs !== undefined;
  if (userId !== undefined && externalId === undefined) {
    const owner = existing(await findPartnerIdByUser(userId), `There is no user ${userId}.`);
    return { partitions: [listPartition(owner, 'TX', userFacet(userId))], newestFirst: !isByAge };
  }
  const partners = partnerId === undefined ? await listPartners() : [await existingPartner(partnerId)];
  const facets =
    externalId !== undefined
      ? [externalFacet(externalId)]
      : isByAge
        ? facetsOf(status === undefined ? openStatuses : [status])
        : [allFacet];
  const partitions = partners.flatMap(({ id }) => facets.map((facet) => listPartition(id, 'TX', facet)));
  return { partitions, newestFirst: !isByAge };
}

const openStatuses = transactionStatuses.filter((status) => statusFacts[status].end === undefined);

function facetsOf(statuses: readonly TransactionStatus[]): string[] {
  return statuses.flatMap((status) => statusFacts[status].kinds.map((kind) => statusTypeFacet(status, kind)));
}

interface ListSearch {
  readonly limit: number;
  /** Lowest and highest transaction id to read, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  matches(transaction: Transaction): boolean;
}

async function readLists({ partitions, newestFirst }: Lists, search: ListSearch): Promise<FoundTransactions> {
  const { limit, from, to, matches } = search;
  const ranges = partitions.map((partition) => ({ partition, newestFirst, from, to }));
  const found: Transaction[] = [];
  let after: string | undefined;
  let read = 0;
  while (read < MAX_READ) {
    const wanted = after === undefined ? Math.min(PAGE, limit + 1) : PAGE;
    const { rows } = await readMerged({ ranges, newestFirst, after, wanted, maxScanned: Number.MAX_SAFE_INTEGER });
    const page = rows.slice(0, PAGE).map(rowId);
    const byId = new Map((await findTransactions(page)).map((one) => [one.id, one]));
    for (const one of page.flatMap((id) => byId.get(id) ?? []).filter(matches)) found.push(one);
    if (found.length > limit) return { transactions: found.slice(0, limit), more: true };
    if (page.length < wanted) return { transactions: found, more: false };
    after = page.at(-1);
    read += page.length;
  }
  return { transactions: found, more: true };
}

/** Finds transactions by their payout account, newest first. Searches the transactions of every user who saved the account. */
export async function findByAccount(
  accountIdentifier: string,
  { partnerId, limit }: Pick<TransactionFilter, 'partnerId' | 'limit'>,
): Promise<FoundTransactions> {
  const found = await findAccountRecordsByNumber(accountIdentifier);
  const accounts = found.filter((one) => one.partnerId === (partnerId ?? one.partnerId));
  const ids = new Set(accounts.map(({ id }) => id));
  const owners = new Map(accounts.map(({ userId, partnerId }) => [userId, partnerId]));
  return readLists(
    {
      partitions: [...owners].map(([userId, partnerId]) => listPartition(partnerId, 'TX', userFacet(userId))),
      newestFirst: true,
    },
    {
      limit,
      matches: (one) => one.kind !== 'ON_RAMP' && one.bankAccountId !== undefined && ids.has(one.bankAccountId),
    },
  );
}
