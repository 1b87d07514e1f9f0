import * as z from 'zod/mini';
import { BACKGROUND_LIMITS, type ProviderConnection, providerClient } from '#shared/providers/http/client';
import { toLegalNames } from '#shared/users/domain/user';
import type { BankVerifier } from './port';

const testAnswer = z.object({ status: z.enum(['PENDING', 'VERIFIED', 'FAILED']) });

/** The bank-verification provider over HTTP; its contract is docs/providers/bank-verification.openapi.yaml. */
export function httpBankVerifier(connection: ProviderConnection): BankVerifier {
  const provider = providerClient(connection, BACKGROUND_LIMITS);
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
