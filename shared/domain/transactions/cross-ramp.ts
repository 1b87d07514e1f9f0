import type { BankAccount } from '#shared/domain/banks/bank-account';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Decimal } from '#shared/domain/money/decimal';
import type { Money } from '#shared/domain/money/money';
import { bookingsFor, type LedgerEntry } from '#shared/domain/transactions/bookings';
import {
  type CrossRampStatus,
  type Edge,
  edgeFrom,
  type Trigger,
} from '#shared/domain/transactions/transition-table';

/** A payout that the bank sent back after the transaction had completed. The status stays. */
export interface PayoutReturn {
  readonly amount: Money<FiatCurrency>;
  readonly reason: string;
  /** Epoch ms. */
  readonly atMs: number;
}

/** A fiat-to-fiat transaction. Times are epoch ms. */
export interface CrossRamp {
  readonly kind: 'CROSS_RAMP';
  readonly id: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly status: CrossRampStatus;
  /** Rises by one with every change; the store's conditions compare it. */
  readonly version: number;
  /** Number of notifications made so far: the sequence of the newest one. */
  readonly sequence: number;
  readonly sourceAmount: Money<FiatCurrency>;
  readonly targetAmount: Money<FiatCurrency>;
  readonly fixedFee: Money<FiatCurrency>;
  readonly rate: Decimal;
  /** The rate before the partner's premium. */
  readonly houseRate: Decimal;
  readonly premiumSpread: Decimal;
  readonly quoteId: string | undefined;
  readonly sourceBankAccount: DepositAccount;
  readonly targetBankAccount: BankAccount;
  readonly targetRail: 'LOCAL' | 'SWIFT';
  readonly reference: string | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly expiresAtMs: number;
  readonly completedAtMs: number | undefined;
  readonly cancellationReason: string | undefined;
  readonly payoutReturn: PayoutReturn | undefined;
}

/** Where the user pays in; `message` is the reference that tells the deposit's transaction. */
export interface DepositAccount {
  readonly country: string;
  readonly accountIdentifier: string;
  readonly bankName: string;
  readonly message: string;
}

/** Something that happened to a transaction, as reported. */
export interface Occurrence {
  readonly trigger: Trigger;
  readonly atMs: number;
  /** Why, for cancellations, failures and returns. */
  readonly reason?: string | undefined;
}

/** One applied edge: the transaction after it, and what is written and told with it. */
export interface Transition {
  readonly next: CrossRamp;
  readonly edge: Edge<CrossRampStatus>;
  readonly entries: readonly LedgerEntry[];
}

/** Unfunded cross-ramps expire after 72 h. */
export const CROSS_RAMP_EXPIRY_MS = 72 * 3_600_000;

/**
 * Applies an occurrence. Pure: nothing is stored here.
 *
 * @returns `undefined` when the status has no such edge, or a payout that already came back comes back again.
 */
export function applyOccurrence(transaction: CrossRamp, occurrence: Occurrence): Transition | undefined {
  const edge = edgeFrom(transaction.status, occurrence.trigger);
  if (edge === undefined) return undefined;
  if (edge.on === 'PAYOUT_RETURNED' && transaction.payoutReturn !== undefined) return undefined;
  const entered = edge.to !== edge.from;
  const next: CrossRamp = {
    ...transaction,
    status: edge.to,
    version: transaction.version + 1,
    sequence: transaction.sequence + (edge.event === null ? 0 : 1),
    updatedAtMs: occurrence.atMs,
    completedAtMs: entered && edge.to === 'COMPLETED' ? occurrence.atMs : transaction.completedAtMs,
    cancellationReason:
      entered && (edge.to === 'CANCELLED' || edge.to === 'FAILED' || edge.to === 'EXPIRED')
        ? (occurrence.reason ?? edge.on)
        : transaction.cancellationReason,
    payoutReturn:
      edge.on === 'PAYOUT_RETURNED'
        ? {
            amount: transaction.targetAmount,
            reason: occurrence.reason ?? 'RETURNED_BY_BANK',
            atMs: occurrence.atMs,
          }
        : transaction.payoutReturn,
  };
  return { next, edge, entries: edge.movement === null ? [] : bookingsFor(edge.movement, transaction) };
}
