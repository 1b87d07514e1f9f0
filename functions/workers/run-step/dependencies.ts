import type { BankVerifier } from '#shared/providers/bank-verification/port';
import type { BankPayout, PayoutProvider, TokenPayout } from '#shared/providers/payout/http';
import type { VerificationProvider } from '#shared/providers/verification/port';

export interface StepDependencies {
  readonly now: () => number;
  /** Length of a sandbox step in ms. */
  readonly stepMs: number;
  /** @throws Error when no verification provider is configured */
  readonly verificationProvider: () => VerificationProvider;
  /** @throws Error when no provider is configured; the same holds for payouts */
  readonly bankVerifier: () => BankVerifier;
  readonly bankPayouts: () => PayoutProvider<BankPayout>;
  readonly tokenPayouts: () => PayoutProvider<TokenPayout>;
}

/** `done`, or the ms that are left until the step may be taken. */
export type StepResult = 'done' | { readonly waitMs: number };
