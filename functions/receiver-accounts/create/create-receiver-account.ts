import { accountAdded } from '#shared/data/receivers';
import type { Request } from '#shared/http/edge';
import { addBankAccount } from '#shared/operations/add-bank-account';
import { answerOnce } from '#shared/operations/answer-once';
import { readOwnReceiver } from '#shared/operations/own-receiver';
import { contract } from './contract';

/** Saves a receiver's bank account, once per what routes a payment to it. */
export const createReceiverAccount = answerOnce({ contract, owner }, async (request, record) => {
  const { params, caller, body, nowMs } = request;
  const { id: receiverId, partnerId, userId } = await readOwnReceiver(params.receiverId, caller);
  const ownerWrites = [accountAdded(receiverId)];
  const of = { partnerId, userId, receiverId };
  return addBankAccount(of, body, { atMs: nowMs, ownerWrites, prepare: record });
});

/** The user who pays the receiver. */
async function owner({ params, caller }: Request<typeof contract>): Promise<string> {
  return (await readOwnReceiver(params.receiverId, caller)).userId;
}
