import type { BankAccountRecord, VerificationOutcome } from '#shared/domain/banks/bank-account-record';
import { hasControlDigit } from '#shared/domain/banks/clabe';
import type { StageName } from '#shared/domain/partners/stage-name';
import type { User } from '#shared/domain/users/user';
import { httpBankVerifier } from '#shared/providers/bank-verification/http-bank-verifier';
import { connectionOf } from '#shared/providers/http/provider-settings';

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
  submit(test: AccountTest): Promise<TestState>;
  /** Asks how far a test has come. */
  poll(testId: string): Promise<TestState>;
}

export type TestState = VerificationOutcome | 'PENDING';

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
function withControlDigit(verifier: BankVerifier): BankVerifier {
  return {
    submit: async (test) =>
      hasControlDigit(test.account.details.accountIdentifier) ? verifier.submit(test) : 'FAILED',
    poll: verifier.poll,
  };
}

/** The verifier of a stage. */
export function bankVerifierOf(stage: StageName): BankVerifier {
  if (stage === 'sandbox') return sandboxVerifier;
  const connection = connectionOf('bank-verification');
  return withControlDigit(connection === undefined ? unconfigured : httpBankVerifier(connection));
}
