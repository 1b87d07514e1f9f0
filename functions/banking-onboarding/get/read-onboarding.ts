import { bankAccountView } from '#shared/api/views/bank-account';
import { findBankAccount } from '#shared/data/bank-accounts';
import { findOnboarding } from '#shared/data/virtual-accounts';
import { outcomeOf, outstandingRequirements } from '#shared/domain/virtual-accounts/onboarding';
import type { Operation } from '#shared/http/edge';
import { checkVirtualAccountCountry, verificationUrl } from '#shared/operations/banking-onboarding';
import { readOwnUser } from '#shared/operations/ownership';
import type { contract } from './contract';

/** Where a user's virtual account stands, and what is missing for it. */
export const readOnboarding: Operation<typeof contract> = async ({ caller, params, query }) => {
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
      kybUrl: outstanding.length === 0 ? null : verificationUrl(user),
      virtualAccount: account === undefined ? null : bankAccountView(account),
    },
  };
};
