import * as z from 'zod/mini';
import { legalNamesOf } from '#shared/domain/users/user';
import type { BankVerifier } from '#shared/providers/bank-verification/bank-verifier';
import {
  IN_THE_BACKGROUND,
  type ProviderConnection,
  providerClient,
} from '#shared/providers/http/provider-client';

const testAnswer = z.object({ status: z.enum(['PENDING', 'VERIFIED', 'FAILED']) });

/** The bank-verification provider behind the contract in docs/providers/bank-verification.openapi.yaml. */
export function httpBankVerifier(connection: ProviderConnection): BankVerifier {
  const provider = providerClient(connection, IN_THE_BACKGROUND);
  return {
    async submit({ testId, account: { details }, user }) {
      const { firstName, lastName } = legalNamesOf(user);
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
