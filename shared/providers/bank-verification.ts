import * as z from 'zod/mini';
import { hasValidControlDigit } from '#shared/bank-accounts/domain/account-numbers';
import type { AccountVerificationOutcome, BankAccountRecord } from '#shared/bank-accounts/domain/bank-account-record';
import { BACKGROUND_LIMITS, type ProviderClient } from '#shared/providers/http/client';
import { providerPort } from '#shared/providers/http/provider-port';
import { toLegalNames, type User } from '#shared/users/domain/user';

/** A test of an account, and its expected owner. */
export interface AccountTest {
  /** The idempotency key: the same for every repetition of a test. */
  readonly testId: string;
  readonly account: BankAccountRecord;
  readonly user: User;
}

export type AccountTestState = AccountVerificationOutcome | 'PENDING';

/** Sends a penny to a Mexican account and compares the holder that the bank names with the verified user. */
export interface BankVerifier {
  /** Starts a test. Repeating it is harmless. The bank's answer may take minutes. */
  submit(test: AccountTest): Promise<AccountTestState>;
  /** Requests the status of a test. */
  poll(testId: string): Promise<AccountTestState>;
}

const testAnswer = z.object({ status: z.enum(['PENDING', 'VERIFIED', 'FAILED']) });

/** The bank-verification provider over HTTP; its contract is docs/providers/bank-verification.openapi.yaml. */
export function httpBankVerifier(provider: ProviderClient): BankVerifier {
  return {
    async submit({ testId, account: { details }, user }) {
      const { firstName, lastName } = toLegalNames(user);
      const { status } = await provider.post('/account-tests', {
        key: testId,
        body: {
          testId,
          country: details.country,
          accountIdentifier: details.accountIdentifier,
          holder:
            user.type === 'BUSINESS'
              ? { type: 'BUSINESS', businessName: firstName }
              : { type: 'INDIVIDUAL', firstName, lastName },
        },
        answer: testAnswer,
      });
      return status;
    },
    async poll(testId) {
      return (await provider.get(`/account-tests/${encodeURIComponent(testId)}`, testAnswer)).status;
    },
  };
}

/** A CLABE whose control digit is wrong belongs to no account: it fails without asking a bank. */
function withControlDigitCheck({ submit, poll }: BankVerifier): BankVerifier {
  return {
    submit: async (test) => (hasValidControlDigit(test.account.details.accountIdentifier) ? submit(test) : 'FAILED'),
    poll,
  };
}

export const bankVerifier = providerPort<BankVerifier>('bank-verification', {
  // Every account belongs to its user; sandbox amounts and simulated events cause the failures.
  sandbox: { submit: async () => 'VERIFIED', poll: async () => 'VERIFIED' },
  http: (provider) => withControlDigitCheck(httpBankVerifier(provider)),
  limits: BACKGROUND_LIMITS,
});
