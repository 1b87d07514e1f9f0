import type { Operation } from '#shared/http/edge';
import { readOwnReceiver } from '#shared/operations/own-receiver';
import { removeBankAccount } from '#shared/operations/remove-bank-account';
import type { contract } from './contract';

/** Deletes a receiver's bank account. */
export const deleteReceiverAccount: Operation<typeof contract> = async ({ caller, params, nowMs }) => {
  const { id: receiverId, partnerId, userId } = await readOwnReceiver(params.receiverId, caller);
  const owner = { partnerId, userId, receiverId };
  return { data: await removeBankAccount(owner, params.id, nowMs) };
};
