import { removeBankAccount } from '#shared/bank-accounts/remove-bank-account';
import { findBankAccount } from '#shared/bank-accounts/repository';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { requireOwnUser } from '#shared/users/read-own-user';
import { findUser } from '#shared/users/repository';
import { contract } from './contract';

/** Deletes a user's bank account. */
export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  const [user, account] = await Promise.all([findUser(params.userId), findBankAccount(params.id)]);
  const { id: userId, partnerId } = requireOwnUser(user, caller);
  return { data: await removeBankAccount({ partnerId, userId, receiverId: undefined }, account, nowMs) };
});
