import { listBankAccounts } from '#shared/bank-accounts/list-bank-accounts';
import type { Operation } from '#shared/http/partner-endpoint';
import { readOwnUser } from '#shared/users/read-own-records';
import type { contract } from './contract';

/** Lists a user's bank accounts. */
export const listUserAccounts: Operation<typeof contract> = async ({ caller, params, query }) => {
  const user = await readOwnUser(params.userId, caller);
  const owner = { partnerId: caller.partnerId, userId: user.id, receiverId: undefined };
  return { data: await listBankAccounts(owner, query) };
};
