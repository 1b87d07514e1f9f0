/** Sums of movements of money, as settlement reports have them. */
import type { Currency } from '#shared/values/money/currency';
import type { LedgerEntry } from './ledger';

/** Sums of the movements of a currency, in minor units. */
export interface Settlement {
  /** Paid in by users. */
  readonly deposits: bigint;
  /** Paid out to accounts and wallets. */
  readonly payouts: bigint;
  /** Fees of the platform, less returned fees. */
  readonly fees: bigint;
  /** Given back to users, less payouts that came back. */
  readonly returns: bigint;
  /** Movements that banks and chains see. */
  readonly count: bigint;
}

export const settlementColumns = ['deposits', 'payouts', 'fees', 'returns', 'count'] as const;

const none: Settlement = { deposits: 0n, payouts: 0n, fees: 0n, returns: 0n, count: 0n };

export type Settlements = ReadonlyMap<Currency, Settlement>;

/** Sums a movement up by currency; entries between accounts of users and our own count for nothing. */
export function settlementsOf(entries: readonly LedgerEntry[]): Settlements {
  // A refund leaves by the account of payouts, too.
  const isRefund = entries.some(({ account, side }) => account.startsWith('refund:') && side === 'DEBIT');
  const sums = new Map<Currency, Settlement>();
  for (const { account, side, amount } of entries) {
    const column = columnOf(account, side, isRefund);
    if (column === undefined) continue;
    const sum = sums.get(amount.currency) ?? none;
    const [name, sign] = column;
    const moved = name === 'fees' ? 0n : 1n;
    sums.set(amount.currency, { ...sum, [name]: sum[name] + sign * amount.minor, count: sum.count + moved });
  }
  return sums;
}

type SummedColumn = Exclude<keyof Settlement, 'count'>;

function columnOf(
  account: string,
  side: LedgerEntry['side'],
  isRefund: boolean,
): readonly [column: SummedColumn, sign: 1n | -1n] | undefined {
  const isDebit = side === 'DEBIT';
  switch (account) {
    case 'settlement:pay-in':
      return isDebit ? ['deposits', 1n] : ['returns', 1n];
    case 'settlement:pay-out':
      if (isDebit) return ['returns', -1n];
      return isRefund ? ['returns', 1n] : ['payouts', 1n];
    case 'platform:fees':
      return ['fees', isDebit ? -1n : 1n];
    default:
      return undefined;
  }
}

/** Returns true if debits equal credits in every currency of a movement. */
export function isBalanced(entries: readonly LedgerEntry[]): boolean {
  const sums = new Map<Currency, bigint>();
  for (const { side, amount } of entries)
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + (side === 'DEBIT' ? amount.minor : -amount.minor));
  return [...sums.values()].every((sum) => sum === 0n);
}

/** Adds sums of the same currencies. */
export function addSettlements(one: Settlements, other: Settlements): Settlements {
  const sums = new Map(one);
  for (const [currency, added] of other) {
    const sum = sums.get(currency) ?? none;
    sums.set(currency, {
      deposits: sum.deposits + added.deposits,
      payouts: sum.payouts + added.payouts,
      fees: sum.fees + added.fees,
      returns: sum.returns + added.returns,
      count: sum.count + added.count,
    });
  }
  return sums;
}

/** The change of the money that is held for the partner's users and for the partner. */
export function netOf({ deposits, payouts, fees, returns }: Settlement): bigint {
  return deposits - payouts - fees - returns;
}

/** Time after the end of a day (UTC) at which its report can become final: by then all earlier commits are in the sums, or count as corrections. */
const FINAL_AFTER_MS = 900_000;

/** Time after which a day without movements stays without: the longest wait for one, of a deposit without its order. */
const SETTLED_AFTER_MS = 35 * 86_400_000;

/** Returns true if no movement can be booked for a day any more, if it has none yet. */
export function isLongOver(day: string, nowMs: number): boolean {
  return nowMs >= Date.parse(day) + SETTLED_AFTER_MS;
}

/** Returns true if the report of a day is final, or becomes so now. @param day `YYYY-MM-DD` */
export function isFinal(day: string, nowMs: number): boolean {
  return nowMs >= Date.parse(day) + 86_400_000 + FINAL_AFTER_MS;
}
