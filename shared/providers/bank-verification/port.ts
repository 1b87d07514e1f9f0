import type {
  AccountVerificationOutcome,
  BankAccountRecord,
} from '#shared/bank-accounts/domain/bank-account-record';
import type { User } from '#shared/users/domain/user';

/** A test of an account, and whose it should be. */
export interface AccountTest {
  /** The same for the same test, however often it is asked for. */
  readonly testId: string;
  readonly account: BankAccountRecord;
  readonly user: User;
}

/** Sends a penny to a Mexican account and compares the holder that the bank names with the verified user. */
export interface BankVerifier {
  /** Starts a test. Repeating it is harmless. The bank's answer may take minutes. */
  submit(test: AccountTest): Promise<AccountTestState>;
  /** Asks how far a test has come. */
  poll(testId: string): Promise<AccountTestState>;
}

export type AccountTestState = AccountVerificationOutcome | 'PENDING';

/** No bank-verification provider is configured: an account must not count as verified for want of one. */
export class BankVerifierUnavailable extends Error {
  override readonly name = 'BankVerifierUnavailable';
}
