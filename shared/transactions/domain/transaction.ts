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

/** A payout that came back after the transaction had completed. The status stays. Times are epoch ms. */
export interface PayoutReturn {
  readonly amount: Money<FiatCurrency>;
  readonly reason: string;
  readonly atMs: number;
}

/** An unexpected deposit. Times are epoch ms. */
export interface SurplusDeposit {
  readonly amount: Money;
  readonly atMs: number;
  /** Time of its return, epoch ms; `undefined` while it is on the user's refund account. */
  readonly returnedAtMs: number | undefined;
  /** The chain that tokens arrived on, if it is not the transaction's. */
  readonly blockchain?: Blockchain | undefined;
  /** Time at which it funded the transaction with others; absent otherwise. */
  readonly usedAtMs?: number | undefined;
}

/** Account that a user pays into; `message` is the reference that identifies the transaction of a deposit. */
export interface DepositAccount {
  readonly country: string;
  readonly accountIdentifier: string;
  readonly bankName: string;
  /** Name that the account is in; `undefined` if the provider does not say it. */
  readonly beneficiary?: string | undefined;
  readonly message: string;
}

interface TransactionFields extends Rates, PriceTerms, ComplianceCodes, Annotations {
  readonly id: string;
  readonly partnerId: string;
  readonly userId: string;
  /** Rises by one with every change; the store's conditions compare it. */
  readonly version: number;
  /** Number of notifications made so far: the sequence of the newest one. */
  readonly sequence: number;
  readonly quoteId: string | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Time at which it expires, or its deposit is returned, unless an event comes first; epoch ms. */
  readonly deadlineMs: number | undefined;
  readonly completedAtMs: number | undefined;
  /** Reason of its cancellation, expiry or failure. */
  readonly cancellationReason: CancellationReason | undefined;
  readonly payoutReturn: PayoutReturn | undefined;
  /** The amount on the user's refund account since its payout failed or was returned. */
  readonly refundHeld: Money | undefined;
  /** Unexpected deposits, in the order of arrival (contract, Corridors and accounts). */
  readonly surplusDeposits: readonly SurplusDeposit[];
  /** Rails of the deposit that funds it and of its payout, where they were reported. */
  readonly depositRail: RailReference | undefined;
  readonly payoutRail: RailReference | undefined;
  /** The hold that keeps its payout from being ordered. */
  readonly hold: Hold | undefined;
  /** Digest of the token of its payment page; `undefined` if it has none. */
  readonly linkDigest: string | undefined;
  /** Parts of its amount that count towards limits over time. @default none */
  readonly limitUses?: readonly LimitUse[] | undefined;
  /** True if travel-rule information was given with it (shared/transactions/travel-rule). @default false */
  readonly travelRule?: boolean | undefined;
  /** Terms about smaller deposits, as they were at its creation. @default each is returned */
  readonly depositTerms?: DepositTerms | undefined;
  /** The part of its amount that its partner bore, since it was within the tolerance. @default none */
  readonly shortfall?: Money | undefined;
}

/** Fields of a payout to a bank account. */
interface BankPayoutFields {
  /** The saved account that it is. */
  readonly bankAccountId: string | undefined;
  /** Object key of the invoice of a payout to China. */
  readonly invoiceKey: string | undefined;
}

/** Fiat to fiat: the user pays the source amount in, the target amount is paid out. */
export interface CrossRamp extends TransactionFields, BankPayoutFields, CrossRampPrice {
  readonly kind: 'CROSS_RAMP';
  readonly status: CrossRampStatus;
  readonly sourceBankAccount: DepositAccount;
  readonly targetBankAccount: BankAccount;
  readonly targetRail: 'LOCAL' | 'SWIFT';
  readonly reference: string | undefined;
}

type RampFields = TransactionFields & RampPrice & Pick<RampTerms, 'blockchain' | 'flow' | 'forwarding'>;

/** Fiat to crypto: the user pays fiat in, tokens go to the user's wallet. */
export interface OnRamp extends RampFields {
  readonly kind: 'ON_RAMP';
  readonly status: OnRampStatus;
  readonly destinationWalletAddress: string;
  readonly depositAccount: DepositAccount;
  /** Hash of the chain transaction that sent the tokens, as its custodian reported it. */
  readonly transactionHash: string | undefined;
}

/** Crypto to fiat: the user sends tokens to an address of ours, fiat is paid out to a bank account. */
export interface OffRamp extends RampFields, BankPayoutFields {
  readonly kind: 'OFF_RAMP';
  readonly status: OffRampStatus;
  readonly depositAddress: string;
  readonly bankAccount: BankAccount;
  /** Time of the execute call, epoch ms. */
  readonly executedAtMs: number | undefined;
  /** Hash of the deposit's chain transaction: the caller's newest one, or the custodian's if there is none. */
  readonly transactionHash: string | undefined;
}

export type Transaction = OnRamp | OffRamp | CrossRamp;

/** Returns the codes that were given about its payment. */
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

/** Returns the amount that is paid out to the user. */
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

/** Returns the country of the account at a bank that the user pays into, or is paid to: the user lives there. */
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

/** Unexpected deposits that have not been returned, nor funded the transaction later. */
export function heldDeposits({ surplusDeposits }: Pick<HeldFunds, 'surplusDeposits'>): readonly SurplusDeposit[] {
  return surplusDeposits.filter(({ returnedAtMs, usedAtMs }) => returnedAtMs === undefined && usedAtMs === undefined);
}

/** Every amount that stands on the user's refund account for a transaction. */
export function heldAmounts(funds: HeldFunds): Money[] {
  const { refundHeld } = funds;
  return [...(refundHeld === undefined ? [] : [refundHeld]), ...heldDeposits(funds).map(({ amount }) => amount)];
}

export function isSameAmount(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.minor === other.minor;
}
