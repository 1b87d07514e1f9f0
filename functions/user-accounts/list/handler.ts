import { listBankAccounts } from '#shared/bank-accounts/list-bank-accounts';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { requireOwnUser } from '#shared/users/read-own-user';
import { findUser } from '#shared/users/repository';
import { contract } from './contract';

/** Lists a user's bank accounts. */
export const handler = partnerEndpoint(contract, async ({ caller, params, query }) => {
  const owner = { partnerId: caller.partnerId, userId: params.userId };
  const [user, data] = await Promise.all([findUser(params.userId), listBankAccounts(owner, query)]);
  requireOwnUser(user, caller);
  return { data };
});
