import { hasValidControlDigit } from '#shared/bank-accounts/domain/account-numbers';
import { findConnection } from '#shared/providers/http/settings';
import type { StageName } from '#shared/values/stage-name';
import { httpBankVerifier } from './http';
import { type BankVerifier, BankVerifierUnavailable } from './port';

/** In the sandbox every account belongs to its user; sandbox amounts and simulated events cause the failures. */
const sandbox: BankVerifier = { submit: async () => 'VERIFIED', poll: async () => 'VERIFIED' };

const refuse = async () => {
  throw new BankVerifierUnavailable('No bank-verification provider is configured');
};
const unconfigured: BankVerifier = { submit: refuse, poll: refuse };

/** A CLABE whose control digit is wrong belongs to no account: it fails without asking a bank. */
function withControlDigitCheck(verifier: BankVerifier): BankVerifier {
  return {
    submit: async (test) =>
      hasValidControlDigit(test.account.details.accountIdentifier) ? verifier.submit(test) : 'FAILED',
    poll: verifier.poll,
  };
}

export function bankVerifierFor(stage: StageName): BankVerifier {
  if (stage === 'sandbox') return sandbox;
  const connection = findConnection('bank-verification');
  return withControlDigitCheck(connection === undefined ? unconfigured : httpBankVerifier(connection));
}
