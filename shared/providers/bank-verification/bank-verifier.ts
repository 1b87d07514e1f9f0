import type { BankAccountRecord, VerificationOutcome } from '#shared/domain/banks/bank-account-record';
import { hasControlDigit } from '#shared/domain/banks/clabe';
import type { StageName } from '#shared/domain/partners/stage-name';
import type { User } from '#shared/domain/users/user';

/** Sends a penny to a Mexican account and compares the holder that the bank names with the verified user. */
export interface BankVerifier {
  verifyAccount(account: BankAccountRecord, user: User): Promise<VerificationOutcome>;
}

/** No bank-verification provider is configured: an account must not count as verified for want of one. */
export class BankVerifierUnavailable extends Error {
  override readonly name = 'BankVerifierUnavailable';
}

/** In the sandbox every account is its user's; sandbox amounts and armed events bring the failures about. */
const sandboxVerifier: BankVerifier = {
  async verifyAccount() {
    return 'VERIFIED';
  },
};

/** A CLABE whose control digit is wrong belongs to no account: it fails without asking a bank. */
const unconfiguredVerifier: BankVerifier = {
  async verifyAccount({ details }) {
    if (!hasControlDigit(details.accountIdentifier)) return 'FAILED';
    throw new BankVerifierUnavailable('No bank-verification provider is configured');
  },
};

/** The verifier of a stage. */
export function bankVerifierOf(stage: StageName): BankVerifier {
  return stage === 'sandbox' ? sandboxVerifier : unconfiguredVerifier;
}
