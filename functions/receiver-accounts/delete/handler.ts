import { removeBankAccount } from '#shared/bank-accounts/add-bank-account';
import { findBankAccount } from '#shared/bank-accounts/repository';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { requireOwnReceiver } from '#shared/receivers/read-own-receiver';
import { findReceiver } from '#shared/receivers/repository';
import { contract } from './contract';

/** Deletes a receiver's bank account. */
export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  const [receiver, account] = await Promise.all([findReceiver(params.receiverId), findBankAccount(params.id)]);
  const { id: receiverId, partnerId, userId } = requireOwnReceiver(receiver, caller);
  return { data: await removeBankAccount({ partnerId, userId, receiverId }, account, nowMs) };
});
