import { onboardingOutcome, outstandingRequirements } from '#shared/bank-accounts/domain/onboarding';
import { findBankAccount } from '#shared/bank-accounts/repository';
import { toBankAccountResponse } from '#shared/bank-accounts/response';
import { checkVirtualAccountCountry } from '#shared/bank-accounts/virtual-accounts/ensure-verification-url';
import { findOnboarding } from '#shared/bank-accounts/virtual-accounts/repository';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { findOpenVerificationUrl } from '#shared/identity/links/create-verification-link';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Returns the status of a user's virtual account and the missing requirements. */
export const handler = partnerEndpoint(contract, async (request) => {
  const { caller, params, query } = request;
  const [user, onboarding] = await readOwnUserWith(params.userId, caller, findOnboarding(params.userId));
  const country = checkVirtualAccountCountry(query.country);
  const [account, kybUrl] = await Promise.all([
    onboarding?.bankAccountId === undefined ? undefined : findBankAccount(onboarding.bankAccountId),
    findOpenVerificationUrl(user, request),
  ]);
  return {
    data: {
      country,
      canRequest: onboardingOutcome(user, onboarding) === 'SUBMITTED',
      status: onboarding?.status ?? 'NOT_STARTED',
      outstandingRequirements: outstandingRequirements(user),
      kybUrl: kybUrl ?? null,
      virtualAccount: account === undefined ? null : toBankAccountResponse(account),
    },
  };
});
