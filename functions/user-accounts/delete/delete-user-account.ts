import type { Operation } from '#shared/http/edge';
import { readOwnUser } from '#shared/operations/ownership';
import { removeBankAccount } from '#shared/operations/remove-bank-account';
import type { contract } from './contract';

/** Deletes a user's bank account. */
export const deleteUserAccount: Operation<typeof contract> = async ({ caller, params, nowMs }) => {
  const user = await readOwnUser(params.userId, caller);
  const owner = { partnerId: caller.partnerId, userId: user.id, receiverId: undefined };
  return { data: await removeBankAccount(owner, params.id, nowMs) };
};
