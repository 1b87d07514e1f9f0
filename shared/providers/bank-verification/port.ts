import type { AccountVerificationOutcome, BankAccountRecord } from '#shared/bank-accounts/domain/bank-account-record';
import type { User } from '#shared/users/domain/user';

/** A test of an account, and its expected owner. */
export interface AccountTest {
  /** The idempotency key: the same for every repetition of a test. */
  readonly testId: string;
  readonly account: BankAccountRecord;
  readonly user: User;
}

/** Sends a penny to a Mexican account and compares the holder that the bank names with the verified user. */
export interface BankVerifier {
  /** Starts a test. Repeating it is harmless. The bank's answer may take minutes. */
  submit(test: AccountTest): Promise<AccountTestState>;
  /** Requests the status of a test. */
  poll(testId: string): Promise<AccountTestState>;
}

export type AccountTestState = AccountVerificationOutcome | 'PENDING';

/** No bank-verification provider is configured: without one, no account counts as verified. */
export class BankVerifierUnavailable extends Error {
  override readonly name = 'BankVerifierUnavailable';
}
