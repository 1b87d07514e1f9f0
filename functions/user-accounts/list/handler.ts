import { listBankAccounts } from '#shared/bank-accounts/list-bank-accounts';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readOwnUser } from '#shared/users/read-own-records';
import { contract } from './contract';

/** Lists a user's bank accounts. */
export const handler = partnerEndpoint(contract, async ({ caller, params, query }) => {
  const user = await readOwnUser(params.userId, caller);
  const owner = { partnerId: caller.partnerId, userId: user.id, receiverId: undefined };
  return { data: await listBankAccounts(owner, query) };
});
