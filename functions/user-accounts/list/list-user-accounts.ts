import type { Operation } from '#shared/http/edge';
import { listBankAccounts } from '#shared/operations/list-bank-accounts';
import { readOwnUser } from '#shared/operations/ownership';
import type { contract } from './contract';

/** Lists a user's bank accounts. */
export const listUserAccounts: Operation<typeof contract> = async ({ caller, params, query }) => {
  const user = await readOwnUser(params.userId, caller);
  const owner = { partnerId: caller.partnerId, userId: user.id, receiverId: undefined };
  return { data: await listBankAccounts(owner, query) };
};
