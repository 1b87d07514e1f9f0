import { removeBankAccount } from '#shared/bank-accounts/remove-bank-account';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readOwnReceiver } from '#shared/receivers/read-own-receiver';
import { contract } from './contract';

/** Deletes a receiver's bank account. */
export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  const { id: receiverId, partnerId, userId } = await readOwnReceiver(params.receiverId, caller);
  const owner = { partnerId, userId, receiverId };
  return { data: await removeBankAccount(owner, params.id, nowMs) };
});
