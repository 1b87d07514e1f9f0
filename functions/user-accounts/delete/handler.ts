import { removeBankAccount } from '#shared/bank-accounts/add-bank-account';
import { findBankAccount } from '#shared/bank-accounts/repository';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Deletes a user's bank account. */
export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  const [user, account] = await readOwnUserWith(params.userId, caller, findBankAccount(params.id));
  const { id: userId, partnerId } = user;
  return { data: await removeBankAccount({ partnerId, userId, receiverId: undefined }, account, nowMs) };
});
