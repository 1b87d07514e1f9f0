import { accountAdded } from '#shared/data/receivers';
import type { Operation } from '#shared/http/edge';
import { addBankAccount } from '#shared/operations/add-bank-account';
import { readOwnReceiver } from '#shared/operations/own-receiver';
import type { contract } from './contract';

/** Saves a receiver's bank account, once per what routes a payment to it. */
export const createReceiverAccount: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  const { id: receiverId, partnerId, userId } = await readOwnReceiver(params.receiverId, caller);
  const owner = { partnerId, userId, receiverId };
  return {
    data: await addBankAccount(owner, body, { atMs: nowMs, ownerWrites: [accountAdded(receiverId)] }),
  };
};
