import { bankAccountView } from '#shared/api/views/bank-account';
import { findBankAccount } from '#shared/data/bank-accounts';
import { findOnboarding } from '#shared/data/virtual-accounts';
import { outcomeOf, outstandingRequirements } from '#shared/domain/virtual-accounts/onboarding';
import type { Operation } from '#shared/http/edge';
import { checkVirtualAccountCountry } from '#shared/operations/banking-onboarding';
import { readOwnUser } from '#shared/operations/ownership';
import { openVerificationUrl } from '#shared/operations/verification-links';
import type { contract } from './contract';

/** Where a user's virtual account stands, and what is missing for it. */
export const readOnboarding: Operation<typeof contract> = async (request) => {
  const { caller, params, query } = request;
  const user = await readOwnUser(params.userId, caller);
  const country = checkVirtualAccountCountry(query.country);
  const onboarding = await findOnboarding(user.id);
  const account =
    onboarding?.bankAccountId === undefined ? undefined : await findBankAccount(onboarding.bankAccountId);
  const outstanding = outstandingRequirements(user);
  return {
    data: {
      country,
      canRequest: outcomeOf(user, onboarding) === 'SUBMITTED',
      status: onboarding?.status ?? 'NOT_STARTED',
      outstandingRequirements: outstanding,
      kybUrl: (await openVerificationUrl(user, request)) ?? null,
      virtualAccount: account === undefined ? null : bankAccountView(account),
    },
  };
};
