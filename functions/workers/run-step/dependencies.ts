import type { BankVerifier } from '#shared/providers/bank-verification';
import type { BankPayout, PayoutProvider, TokenPayout } from '#shared/providers/payouts';
import type { Screening } from '#shared/providers/screening';
import type { VerificationProvider } from '#shared/providers/verification/port';

export interface StepDependencies {
  readonly now: () => number;
  /** Length of a sandbox step in ms. */
  readonly stepMs: number;
  readonly verificationProvider: () => VerificationProvider;
  readonly bankVerifier: () => BankVerifier;
  readonly screening: () => Screening | 'NONE';
  readonly bankPayouts: () => PayoutProvider<BankPayout>;
  readonly tokenPayouts: () => PayoutProvider<TokenPayout>;
}

/** `done`, or the ms that are left until the step may be taken. */
export type StepResult = 'done' | { readonly waitMs: number };
