import { removeBankAccount } from '#shared/bank-accounts/remove-bank-account';
import type { Operation } from '#shared/http/partner-endpoint';
import { readOwnReceiver } from '#shared/receivers/read-own-receiver';
import type { contract } from './contract';

/** Deletes a receiver's bank account. */
export const deleteReceiverAccount: Operation<typeof contract> = async ({ caller, params, nowMs }) => {
  const { id: receiverId, partnerId, userId } = await readOwnReceiver(params.receiverId, caller);
  const owner = { partnerId, userId, receiverId };
  return { data: await removeBankAccount(owner, params.id, nowMs) };
};
