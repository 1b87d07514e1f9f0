import type { Operation } from '#shared/http/edge';
import { addBankAccount } from '#shared/operations/add-bank-account';
import { readOwnUser } from '#shared/operations/ownership';
import type { contract } from './contract';

/** Saves a user's bank account, once per what routes a payment to it. */
export const createUserAccount: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  const user = await readOwnUser(params.userId, caller);
  const owner = { partnerId: caller.partnerId, userId: user.id, receiverId: undefined };
  return { data: await addBankAccount(owner, body, { atMs: nowMs }) };
};
