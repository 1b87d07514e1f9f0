/** Expected movements on bank statements, from the journal. */
import { OperationFailed } from '#ops/errors';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findTransactions, type JournalMovement, readMovements } from '#shared/transactions/repository';
import type { CalendarDay } from '#shared/values/calendar/calendar-day';
import { type Currency, currencies } from '#shared/values/money/currency';
import { type Money, minus, money, moneyFromText, plus } from '#shared/values/money/money';
import { canonicalReference, type ElsewhereExpected, type Movement } from './match';

/** Settlement accounts of the books (shared/transactions/domain/ledger.ts). A bank account has the movements of one or both. */
export const sides = ['pay-in', 'pay-out'] as const;
export type Side = (typeof sides)[number];

interface Expected {
  readonly expected: readonly Movement[];
  /** Expected movements in other currencies. They reveal a payment in the wrong currency. */
  readonly elsewhere: readonly ElsewhereExpected[];
}

/**
 * Number of collected amounts after which we read their transactions in one batch. One movement adds fewer than ten amounts, and
 * a batch read has at most 100 keys.
 */
const BATCH = 90;

/** Returns the movements on the settlement accounts on some days (UTC), with the data of their transactions. */
export async function readExpected(
  days: readonly CalendarDay[],
  { currency, covers }: { readonly currency: Currency; readonly covers: readonly Side[] },
): Promise<Expected> {
  const expected: Movement[] = [];
  const elsewhere: ElsewhereExpected[] = [];
  for (const day of days) {
    let batch: Settled[] = [];
    const add = async () => {
      const transactions = await findTransactions([...new Set(batch.map(({ transactionId }) => transactionId))]);
      const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
      for (const { id, transactionId, amount } of batch) {
        const identified = identify(byId.get(transactionId), transactionId, amount);
        if (amount.currency === currency) expected.push({ id, amount: amount.minor, day, ...identified });
        else elsewhere.push({ amount, references: identified.references });
      }
      batch = [];
    };
    for await (const movement of readMovements(day)) {
      for (const one of settledBy(movement, covers)) batch.push(one);
      if (batch.length >= BATCH) await add();
    }
    await add();
  }
  return { expected, elsewhere };
}

interface Settled {
  readonly id: string;
  readonly transactionId: string;
  /** Positive for incoming money, which is a debit of the account. */
  readonly amount: Money;
}

/** Returns the amounts of a journal movement on the settlement accounts, by account and currency. */
function settledBy({ id, transactionId, entries }: JournalMovement, covers: readonly Side[]): Settled[] {
  const sums = new Map<string, Money>();
  for (const { account, side, amount: text, currency: name } of entries) {
    const short = sides.find((one) => account === `settlement:${one}`);
    if (short === undefined || !covers.includes(short)) continue;
    const currency = currencies.find((known) => known === name);
    if (currency === undefined) throw new OperationFailed(`${account} has an entry in the unknown currency ${name}.`);
    const key = `${id}#${short}#${currency}`;
    const [before, amount] = [sums.get(key) ?? money(0n, currency), moneyFromText(text, currency)];
    sums.set(key, side === 'DEBIT' ? plus(before, amount) : minus(before, amount));
  }
  return [...sums].flatMap(([key, amount]) => (amount.minor === 0n ? [] : [{ id: key, transactionId, amount }]));
}

/** Returns the references that a bank or blockchain can use for a payment, and the payee's name of an outgoing payment. */
function identify(transaction: Transaction | undefined, transactionId: string, { minor }: Money) {
  const { depositRail, payoutRail } = transaction ?? {};
  const references = [transactionId, depositRail?.reference, payoutRail?.reference, ...ownReferences(transaction)];
  const given = references
    .filter((one) => one !== undefined && one !== '')
    .map((one) => canonicalReference(String(one)));
  return { references: [...new Set(given)], name: minor < 0n ? payeeName(transaction) : undefined };
}

function ownReferences(transaction: Transaction | undefined): (string | undefined)[] {
  switch (transaction?.kind) {
    case 'ON_RAMP':
      return [transaction.depositAccount.message, transaction.transactionHash];
    case 'OFF_RAMP':
      return [transaction.transactionHash];
    case 'CROSS_RAMP':
      return [transaction.sourceBankAccount.message];
    case undefined:
      return [];
  }
}

function payeeName(transaction: Transaction | undefined): string | undefined {
  if (transaction === undefined || transaction.kind === 'ON_RAMP') return undefined;
  const { accountHolder } = transaction.kind === 'OFF_RAMP' ? transaction.bankAccount : transaction.targetBankAccount;
  const { businessName, firstName = '', lastName = '' } = accountHolder ?? {};
  return canonicalReference(businessName ?? `${firstName}${lastName}`) || undefined;
}
