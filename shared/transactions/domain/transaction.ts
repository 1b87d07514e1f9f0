import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import type { ComplianceCodes } from '#shared/corridors/domain/compliance-fields';
import type { LimitUse } from '#shared/limits/domain/limit';
import type { DepositTerms } from '#shared/partners/domain/deposit-terms';
import type { CrossRampPrice, PriceTerms, RampPrice, RampTerms, Rates } from '#shared/quotes/domain/quote';
import type { Blockchain, FiatCurrency } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';
import type { Annotations } from './annotations';
import type { CancellationReason } from './cancellation-reason';
import type { Hold } from './hold';
import type { RailReference } from './rails/rail';
import type { CrossRampStatus, OffRampStatus, OnRampStatus } from './status-facts';

/** A payout that was returned after the transaction had completed. The status remains `COMPLETED`. Times are epoch ms. */
export interface PayoutReturn {
  readonly amount: Money<FiatCurrency>;
  readonly reason: string;
  readonly atMs: number;
}

/** An unexpected deposit. Times are epoch ms. */
export interface SurplusDeposit {
  readonly amount: Money;
  readonly atMs: number;
  /** Time of the deposit's return, epoch ms; `undefined` while not returned. */
  readonly returnedAtMs: number | undefined;
  /** Blockchain of the deposit, if different from the transaction's blockchain. */
  readonly blockchain?: Blockchain | undefined;
  /** Time at which this deposit, together with a later deposit, funded the transaction; absent otherwise. */
  readonly usedAtMs?: number | undefined;
}

/** Bank account for the user's deposit. `message` is the reference that identifies the transaction. */
export interface DepositAccount {
  readonly country: string;
  readonly accountIdentifier: string;
  readonly bankName: string;
  /** Name of the account holder; `undefined` if the provider does not report a name. */
  readonly beneficiary?: string | undefined;
  readonly message: string;
}

interface TransactionFields extends Rates, PriceTerms, ComplianceCodes, Annotations {
  readonly id: string;
  readonly partnerId: string;
  readonly userId: string;
  /** Increases by one with every change. Conditional writes compare the version. */
  readonly version: number;
  /** Number of notifications so far, equal to the sequence of the newest notification. */
  readonly sequence: number;
  readonly quoteId: string | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /**
   * Deadline, epoch ms (`deadlineAfter`). At this time, an unfunded transaction expires, a transaction on hold fails, and an
   * off-ramp without an execute call is cancelled.
   */
  readonly deadlineMs: number | undefined;
  readonly completedAtMs: number | undefined;
  /** Reason of a cancellation, expiry or failure. */
  readonly cancellationReason: CancellationReason | undefined;
  readonly payoutReturn: PayoutReturn | undefined;
  /** Amount on the user's refund account after a failed or returned payout. */
  readonly refundHeld: Money | undefined;
  /** Unexpected deposits, in order of arrival (contract, Corridors and accounts). */
  readonly surplusDeposits: readonly SurplusDeposit[];
  /** Rails of the deposit and the payout, if reported. */
  readonly depositRail: RailReference | undefined;
  readonly payoutRail: RailReference | undefined;
  /** Active hold. The payout is not ordered during a hold. */
  readonly hold: Hold | undefined;
  /** Digest of the payment page's token; `undefined` without a payment page. */
  readonly linkDigest: string | undefined;
  /** Amounts that count towards limits over time. @default none */
  readonly limitUses?: readonly LimitUse[] | undefined;
  /** True if the request contained travel-rule information (shared/transactions/travel-rule). @default false */
  readonly travelRule?: boolean | undefined;
  /** The partner's terms for partial deposits, as of the transaction's creation. @default partial deposits are returned */
  readonly depositTerms?: DepositTerms | undefined;
  /** Missing part of the deposit within the tolerance. The partner paid this part. @default none */
  readonly shortfall?: Money | undefined;
}

/** Fields of a payout to a bank account. */
interface BankPayoutFields {
  readonly bankAccountId: string | undefined;
  /** S3 object key of the invoice for a payout to China. */
  readonly invoiceKey: string | undefined;
}

/** Fiat to fiat: the user pays in the source amount, and the recipient gets the target amount. */
export interface CrossRamp extends TransactionFields, BankPayoutFields, CrossRampPrice {
  readonly kind: 'CROSS_RAMP';
  readonly status: CrossRampStatus;
  readonly sourceBankAccount: DepositAccount;
  readonly targetBankAccount: BankAccount;
  readonly targetRail: 'LOCAL' | 'SWIFT';
  readonly reference: string | undefined;
}

type RampFields = TransactionFields & RampPrice & Pick<RampTerms, 'blockchain' | 'flow' | 'forwarding'>;

/** Fiat to crypto: the user pays in fiat, and the user's wallet receives tokens. */
export interface OnRamp extends RampFields {
  readonly kind: 'ON_RAMP';
  readonly status: OnRampStatus;
  readonly destinationWalletAddress: string;
  readonly depositAccount: DepositAccount;
  /** Hash of the blockchain transaction that sent the tokens, as the custodian reported. */
  readonly transactionHash: string | undefined;
}

/** Crypto to fiat: the user sends tokens to our address, and a bank account receives fiat. */
export interface OffRamp extends RampFields, BankPayoutFields {
  readonly kind: 'OFF_RAMP';
  readonly status: OffRampStatus;
  readonly depositAddress: string;
  readonly bankAccount: BankAccount;
  /** Time of the first execute call, epoch ms. */
  readonly executedAtMs: number | undefined;
  /**
   * Hash of the deposit's blockchain transaction: the newest hash that the partner sent with an execute call. Without such a
   * hash, the custodian's hash.
   */
  readonly transactionHash: string | undefined;
}

export type Transaction = OnRamp | OffRamp | CrossRamp;

/** Returns the compliance codes of a payment. */
export function complianceOf({ purpose, sourceOfFunds, relationship }: ComplianceCodes): ComplianceCodes {
  return { purpose, sourceOfFunds, relationship };
}

/** Returns the amount that the user pays in. */
export function sourceAmount(transaction: Transaction): Money {
  switch (transaction.kind) {
    case 'ON_RAMP':
      return transaction.fiatAmount;
    case 'OFF_RAMP':
      return transaction.cryptoAmount;
    case 'CROSS_RAMP':
      return transaction.sourceAmount;
  }
}

/** Returns the amount of the payout. */
export function payoutAmount(transaction: Transaction): Money {
  switch (transaction.kind) {
    case 'ON_RAMP':
      return transaction.cryptoAmount;
    case 'OFF_RAMP':
      return transaction.fiatAmount;
    case 'CROSS_RAMP':
      return transaction.targetAmount;
  }
}

/**
 * Returns the country in which we assume that the user lives: the country of the bank account for the deposit. For an off-ramp,
 * it is the country of the bank account for the payout.
 */
export function payerCountry(transaction: Transaction): string {
  switch (transaction.kind) {
    case 'ON_RAMP':
      return transaction.depositAccount.country;
    case 'OFF_RAMP':
      return transaction.bankAccount.country;
    case 'CROSS_RAMP':
      return transaction.sourceBankAccount.country;
  }
}

export type HeldFunds = Pick<Transaction, 'refundHeld' | 'surplusDeposits'>;

/** Returns the unexpected deposits that were neither returned nor used to fund the transaction. */
export function heldDeposits({ surplusDeposits }: Pick<HeldFunds, 'surplusDeposits'>): readonly SurplusDeposit[] {
  return surplusDeposits.filter(({ returnedAtMs, usedAtMs }) => returnedAtMs === undefined && usedAtMs === undefined);
}

/** Returns every amount of a transaction that is held for a refund to the user: `refundHeld` and the held deposits. */
export function heldAmounts(funds: HeldFunds): Money[] {
  const { refundHeld } = funds;
  return [...(refundHeld === undefined ? [] : [refundHeld]), ...heldDeposits(funds).map(({ amount }) => amount)];
}

export function isSameAmount(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.minor === other.minor;
}
