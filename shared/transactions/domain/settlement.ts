/** Sums of money movements for settlement reports. */
import type { Currency } from '#shared/values/money/currency';
import type { LedgerEntry } from './ledger';

/** Sums of one currency's movements, in minor units. */
export interface Settlement {
  /** Amount that users paid in. */
  readonly deposits: bigint;
  /** Amount paid out to bank accounts and wallets. */
  readonly payouts: bigint;
  /** Fees of the platform, minus returned fees. */
  readonly fees: bigint;
  /** Amount returned to users, minus payouts that banks returned to us. */
  readonly returns: bigint;
  /** Number of movements at banks and on blockchains. */
  readonly count: bigint;
}

export const settlementColumns = ['deposits', 'payouts', 'fees', 'returns', 'count'] as const;

const none: Settlement = { deposits: 0n, payouts: 0n, fees: 0n, returns: 0n, count: 0n };

export type Settlements = ReadonlyMap<Currency, Settlement>;

/** Sums a movement by currency. Includes only the entries on the settlement accounts and the fee account. */
export function settlementsOf(entries: readonly LedgerEntry[]): Settlements {
  // The refund of a failed payout also credits the pay-out account. `columnOf` counts this credit as a return, not as a payout.
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

/** Adds the sums of two settlements by currency. */
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

/** Returns the net change of the money that the platform holds for the partner and the partner's users. */
export function netOf({ deposits, payouts, fees, returns }: Settlement): bigint {
  return deposits - payouts - fees - returns;
}

/**
 * Time after the end of a day (UTC) until its report can be final. Until the report is final, late movements change the sums of
 * the day. Afterwards, they become corrections.
 */
const FINAL_AFTER_MS = 900_000;

/** Age at which a day gets no more late movements. A movement is stored soon after its event or deadline, which sets its day. */
const SETTLED_AFTER_MS = 35 * 86_400_000;

/** Returns true if a day without movements can no longer get a movement. */
export function isLongOver(day: string, nowMs: number): boolean {
  return nowMs >= Date.parse(day) + SETTLED_AFTER_MS;
}

/** Returns true if the report of a day is final or can be made final now. @param day `YYYY-MM-DD` */
export function isFinal(day: string, nowMs: number): boolean {
  return nowMs >= Date.parse(day) + 86_400_000 + FINAL_AFTER_MS;
}
