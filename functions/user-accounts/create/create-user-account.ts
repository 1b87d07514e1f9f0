import { addBankAccount } from '#shared/operations/add-bank-account';
import { answerOnce } from '#shared/operations/answer-once';
import { ownerInPath as owner } from '#shared/operations/ownership';
import { contract } from './contract';

/** Saves a user's bank account, once per what routes a payment to it. */
export const createUserAccount = answerOnce({ contract, owner }, async (request, record) => {
  const { caller, body, nowMs } = request;
  const of = { partnerId: caller.partnerId, userId: await owner(request), receiverId: undefined };
  return addBankAccount(of, body, { atMs: nowMs, prepare: record });
});
