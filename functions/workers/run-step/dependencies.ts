import type { BankVerifier } from '#shared/providers/bank-verification';
import type { OrderPort } from '#shared/providers/orders/order-port';
import type { Conversion, RefundOrder } from '#shared/providers/orders/refunds';
import type { BankPayout, PayoutProvider, Screening, TokenPayout } from '#shared/providers/payouts';
import type { VerificationProvider } from '#shared/providers/verification/port';

export interface StepDependencies {
  readonly now: () => number;
  /** Time between two steps of the sandbox simulator, ms. */
  readonly stepMs: number;
  readonly verificationProvider: () => VerificationProvider;
  readonly bankVerifier: () => BankVerifier;
  readonly screening: () => Screening | 'NONE';
  readonly bankPayouts: () => PayoutProvider<BankPayout>;
  readonly tokenPayouts: () => PayoutProvider<TokenPayout>;
  readonly conversions: () => OrderPort<Conversion>;
  readonly bankRefunds: () => OrderPort<RefundOrder>;
  readonly tokenRefunds: () => OrderPort<RefundOrder>;
}

/** `done`, or the time until the step may run, ms. */
export type StepResult = 'done' | { readonly waitMs: number };
