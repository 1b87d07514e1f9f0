import type {
  AccountVerificationOutcome,
  BankAccountRecord,
} from '#shared/bank-accounts/domain/bank-account-record';
import { hasValidControlDigit } from '#shared/bank-accounts/domain/clabe';
import { findConnection } from '#shared/providers/http/settings';
import type { User } from '#shared/users/domain/user';
import type { StageName } from '#shared/values/stage-name';
import { httpBankVerifier } from './http';

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

/** In the sandbox every account is its user's; sandbox amounts and armed events bring the failures about. */
const sandboxVerifier: BankVerifier = {
  async submit() {
    return 'VERIFIED';
  },
  async poll() {
    return 'VERIFIED';
  },
};

const unconfigured: BankVerifier = {
  async submit() {
    throw new BankVerifierUnavailable('No bank-verification provider is configured');
  },
  async poll() {
    throw new BankVerifierUnavailable('No bank-verification provider is configured');
  },
};

/** A CLABE whose control digit is wrong belongs to no account: it fails without asking a bank. */
function withControlDigitCheck(verifier: BankVerifier): BankVerifier {
  return {
    submit: async (test) =>
      hasValidControlDigit(test.account.details.accountIdentifier) ? verifier.submit(test) : 'FAILED',
    poll: verifier.poll,
  };
}

/** The verifier of a stage. */
export function bankVerifierFor(stage: StageName): BankVerifier {
  if (stage === 'sandbox') return sandboxVerifier;
  const connection = findConnection('bank-verification');
  return withControlDigitCheck(connection === undefined ? unconfigured : httpBankVerifier(connection));
}
