import { removeBankAccount } from '#shared/bank-accounts/remove-bank-account';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readOwnUser } from '#shared/users/read-own-records';
import { contract } from './contract';

/** Deletes a user's bank account. */
export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  const user = await readOwnUser(params.userId, caller);
  const owner = { partnerId: caller.partnerId, userId: user.id, receiverId: undefined };
  return { data: await removeBankAccount(owner, params.id, nowMs) };
});
