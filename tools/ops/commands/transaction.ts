import { existing, UsageError } from '#ops/errors';
import {
  choice,
  day,
  duration,
  identifier,
  optional,
  required,
  text,
  type Values,
  valuesThatAre,
  whole,
  withDefault,
} from '#ops/options';
import { type FoundTransactions, findByAccount, findListedTransactions } from '#ops/search/transactions';
import { fields, instantText, table, upperCased } from '#ops/text';
import { byPartner, type Seen, verb } from '#ops/verb';
import { transactionStatuses } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findTransaction, findTransactionsBy, readTimelineEntries } from '#shared/transactions/repository';
import { currencies } from '#shared/values/money/currency';
import { decimalText, parseDecimal } from '#shared/values/money/decimal';
import { money, moneyText } from '#shared/values/money/money';
import { findTransactionNotifications } from '#shared/webhooks/repository';
import { partnerWithUrl, resendReason, sendAgain, toState } from './notification';

/** Option of verbs for one transaction. */
export const transactionOption = required('ID', "The transaction's identifier", identifier);

/** @throws OperationFailed if the transaction does not exist */
export async function existingTransaction(id: string) {
  return existing(await findTransaction(id), `There is no transaction ${id}.`);
}

/** Reads the version of a transaction. An approved change is executed only if the version has not changed since the proposal. */
export async function seeTransaction({ transaction: id }: { readonly transaction: string }): Promise<Seen> {
  const { partnerId, version } = await existingTransaction(id);
  return { partnerId, state: `version ${version}`, version };
}

/** Returns a prompt for the name of the transaction's partner. */
export async function byPartnerOfTransaction(id: string, act: string) {
  return byPartner((await existingTransaction(id)).partnerId, act);
}

const decimalAmount = valuesThatAre('an amount such as 2000.01', parseDecimal);
const ending = valuesThatAre('at least the last 4 characters of a number', (typed) =>
  /^[\dA-Z]{4,34}$/i.test(typed.trim()) ? typed.trim().toUpperCase() : undefined,
);

const listed = {
  partner: optional('ID', 'Only transactions of this partner (default: all partners)', identifier),
  user: optional('ID', 'Only transactions of this user', identifier),
  status: optional(
    'STATUS',
    `Only transactions in this status, one of ${transactionStatuses.join(', ')}`,
    choice(transactionStatuses),
  ),
  unchangedFor: optional(
    'DURATION',
    'Only transactions that have not changed for at least this long, for example 90m, 12h or 30d. Without --status and --user, only unfinished transactions are found',
    duration,
  ),
  day: optional('DAY', 'Only transactions created on this day (UTC), for example 2026-11-21', day),
};

const details = {
  amount: optional(
    'DECIMAL',
    'Only transactions with exactly this amount paid in or paid out, in any currency',
    decimalAmount,
  ),
  rail: optional('TEXT', 'Reference of the deposit or the payout on SPEI or another rail', text),
  reference: optional(
    'TEXT',
    'Reference that the partner or a rail assigned to the transaction; spaces do not matter',
    text,
  ),
  externalId: optional('TEXT', "The partner's own id of the transaction (externalId), in the same letter case", text),
  accountEnds: optional(
    'TEXT',
    'Last characters (at least 4) of the number of the bank account that receives the payout',
    ending,
  ),
};

const handles = {
  deposit: optional('TEXT', 'Reference of the deposit, or the blockchain address to which tokens were deposited', text),
  account: optional('NUMBER', 'Full number of the bank account that receives the payout', text),
  hash: optional(
    'HASH',
    'Hash of the blockchain transfer of outgoing tokens. For incoming tokens, use --deposit with the address',
    text,
  ),
};

type Given = Values<typeof listed> & Values<typeof details> & Values<typeof handles>;

/** Returns the names of the search options. @throws UsageError without options, or for options that exclude each other */
function searchedBy(given: Given): string[] {
  const present = (names: readonly (keyof Given)[]) => names.filter((name) => given[name] !== undefined);
  const inLists = present(['partner', 'user', 'status', 'unchangedFor', 'day']);
  const byDetail = present(['amount', 'rail', 'reference', 'externalId', 'accountEnds']);
  const byHandle = present(['deposit', 'account', 'hash']);
  if (inLists.length + byDetail.length + byHandle.length === 0)
    throw new UsageError(
      'Specify what to search by: a partner, user, status, age, day, amount, reference, external id, deposit, account or hash',
    );
  const withHandle = [...inLists, ...byDetail].filter((name) => name !== 'partner');
  if (byHandle.length > 1 || (byHandle.length === 1 && withHandle.length > 0))
    throw new UsageError('Use only one of --deposit, --account and --hash, alone or with --partner');
  return [...inLists, ...byDetail, ...byHandle];
}

async function search(given: Given & { readonly limit: number }, atMs: number): Promise<FoundTransactions> {
  const { partner: partnerId, user: userId, status, unchangedFor, limit } = given;
  const { day, amount, rail, reference, externalId, accountEnds } = given;
  const { deposit, hash } = given;
  if (deposit !== undefined) return { transactions: await findTransactionsBy('DEPOSIT', deposit), more: false };
  if (hash !== undefined) return { transactions: await findTransactionsBy('HASH', hash), more: false };
  if (given.account !== undefined) return findByAccount(given.account, { partnerId, limit });
  const unchangedSinceMs = unchangedFor === undefined ? undefined : atMs - unchangedFor;
  const details = { day, amount, rail, reference, externalId, accountEnds };
  return findListedTransactions({ partnerId, userId, status, unchangedSinceMs, ...details, limit });
}

/** Returns the amount of a transaction in a list: the source amount of a cross-ramp, the fiat amount of other transactions. */
export function fiatPart(found: Transaction): unknown {
  return plainAmount(found.kind === 'CROSS_RAMP' ? found.sourceAmount : found.fiatAmount);
}

function toRow(found: Transaction) {
  const { id, partnerId, userId, kind, status } = found;
  const amount = fiatPart(found);
  const [createdAt, updatedAt] = [instantText(found.createdAtMs), instantText(found.updatedAtMs)];
  return { id, partnerId, userId, kind, status, createdAt, updatedAt, amount };
}

export const transaction = {
  list: verb({
    about:
      'Find transactions by one or several of the options below. With --status or --unchanged-for, the results are sorted oldest first, otherwise newest first. A search by details, for example --amount or --rail, reads only the first 1,000 transactions in this order; with --day, the first 1,000 of that day',
    options: {
      ...listed,
      ...details,
      ...handles,
      limit: withDefault(optional('N', 'Maximum number of results, 1 to 500 (default: 50)', whole(1, 500)), 50),
    },
    check: searchedBy,
    onRecord: () => true,
    async run(given, { atMs, record }) {
      const found = await search(given, atMs);
      const { partner: partnerId, user: userId } = given;
      const own = found.transactions.filter((one) => one.partnerId === (partnerId ?? one.partnerId));
      const transactions = own.map(toRow);
      await record({ by: searchedBy(given), userId, transactionIds: transactions.map(({ id }) => id) }, partnerId);
      const rows = transactions.map(({ amount, ...row }) => upperCased({ ...row, amount: lineText(amount) }));
      const text = table(rows, 'There are no transactions.');
      return { json: { transactions, more: found.more }, text: found.more ? `${text}\n… and more` : text };
    },
  }),

  show: verb({
    about: 'Show a transaction of any partner, with its timeline and ledger entries',
    options: { id: transactionOption },
    async run({ id }) {
      const found = await existingTransaction(id);
      const entries = await readTimelineEntries(id);
      const first = { atMs: found.createdAtMs, from: null, to: entries.at(0)?.from ?? found.status };
      const creation = { ...first, trigger: 'CREATED', cause: null, reason: null };
      const timeline = [creation, ...entries].map(({ atMs, from, to, trigger, cause, reason = null }) => {
        return { at: instantText(atMs), from, to, trigger, cause, reason };
      });
      const ledger = entries.flatMap(({ atMs, entries }) =>
        entries.map((entry) => ({ at: instantText(atMs), ...entry })),
      );
      const record = plainObject(found);
      const [steps, booked] = [timeline, ledger].map((rows) => table(rows.map(upperCased), 'No ledger entries.'));
      const lines = Object.entries(record).map(([name, value]) => [name, lineText(value)] as const);
      const text = `${fields(`Transaction ${id}`, Object.fromEntries(lines))}\n\n${steps}\n\n${booked}`;
      return { json: { transaction: record, timeline, ledger }, text };
    },
  }),

  webhooks: verb({
    about:
      'List the webhook notifications of a transaction in order, without their bodies. The list shows the status of the delivery to the default endpoint',
    options: { id: transactionOption },
    async run({ id }) {
      const { partnerId } = await existingTransaction(id);
      const items = await findTransactionNotifications(partnerId, id);
      const notifications = items.map((item) => toState(item, item));
      return {
        json: { transactionId: id, partnerId, notifications },
        text: table(notifications.map(upperCased), 'There are no notifications.'),
      };
    },
  }),

  're-emit': verb({
    about: 'Send all webhooks of a transaction again, in order, with the same ids and bodies',
    writes: true,
    options: { id: transactionOption, reason: resendReason },
    confirm: ({ id }) => byPartnerOfTransaction(id, 'send the webhooks of its transaction again'),
    async run({ id, reason }, { atMs, record }) {
      const { partnerId } = await existingTransaction(id);
      await partnerWithUrl(partnerId);
      const items = await findTransactionNotifications(partnerId, id);
      await record({ transactionId: id, reason }, partnerId);
      let accepted = 0;
      for (const item of items) if (await sendAgain(item, atMs)) accepted += 1;
      const onTheirWay = items.length - accepted;
      return {
        json: { transactionId: id, accepted, onTheirWay },
        text: `${accepted} webhooks are sent again. ${onTheirWay} were already being sent.`,
      };
    },
  }),
};

/** Formats a value in one line, with spaces between the fields of an object. */
export function lineText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(lineText).join(' ');
}

/**
 * Converts a domain record to plain JSON: amounts and rates as text, times (names that end in `Ms`) as ISO 8601. Of a bank
 * account, keeps only data that distinguishes the account, because operators do not need personal data.
 */
function plain(value: unknown, name = ''): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && name.endsWith('Ms')) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((part) => plain(part));
  if (typeof value !== 'object' || value === null) return value;
  return plainAmount(value) ?? plainRate(value) ?? plainAccount(value) ?? plainObject(value);
}

function plainObject(value: object): Record<string, unknown> {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.map(([name, part]) => [name.replace(/Ms$/, ''), plain(part, name)]));
}

function plainAmount(value: object): unknown {
  if (!('minor' in value && 'currency' in value) || typeof value.minor !== 'bigint') return undefined;
  const currency = currencies.find((known) => known === value.currency);
  return currency && { amount: moneyText(money(value.minor, currency)), currency };
}

function plainRate(value: object): unknown {
  if (!('coefficient' in value && 'scale' in value)) return undefined;
  const { coefficient, scale } = value;
  return typeof coefficient === 'bigint' && typeof scale === 'number' ? decimalText({ coefficient, scale }) : undefined;
}

function plainAccount(value: object): unknown {
  if (!('accountIdentifier' in value)) return undefined;
  const shown = Object.entries(value).filter(([name]) => ['country', 'bankName', 'message'].includes(name));
  return { ...Object.fromEntries(shown), accountEndsWith: String(value.accountIdentifier).slice(-4) };
}
