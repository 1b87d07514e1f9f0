import { findBankAccount } from '#shared/bank-accounts/repository';
import { toBankAccountResponse } from '#shared/bank-accounts/response';
import { onboardingOutcome, outstandingRequirements } from '#shared/bank-accounts/virtual-accounts/domain/onboarding';
import { checkVirtualAccountCountry } from '#shared/bank-accounts/virtual-accounts/ensure-verification-url';
import { findOnboarding } from '#shared/bank-accounts/virtual-accounts/repository';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { findOpenVerificationUrl } from '#shared/identity/links/create-verification-link';
import { readOwnUser } from '#shared/users/read-own-records';
import { contract } from './contract';

/** The status of a user's virtual account, and what is missing for it. */
export const handler = partnerEndpoint(contract, async (request) => {
  const { caller, params, query } = request;
  const user = await readOwnUser(params.userId, caller);
  const country = checkVirtualAccountCountry(query.country);
  const onboarding = await findOnboarding(user.id);
  const account = onboarding?.bankAccountId === undefined ? undefined : await findBankAccount(onboarding.bankAccountId);
  return {
    data: {
      country,
      canRequest: onboardingOutcome(user, onboarding) === 'SUBMITTED',
      status: onboarding?.status ?? 'NOT_STARTED',
      outstandingRequirements: outstandingRequirements(user),
      kybUrl: (await findOpenVerificationUrl(user, request)) ?? null,
      virtualAccount: account === undefined ? null : toBankAccountResponse(account),
    },
  };
});
