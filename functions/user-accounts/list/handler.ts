import { listBankAccounts } from '#shared/bank-accounts/list-bank-accounts';
import { userFacet } from '#shared/dynamodb/lists/list-rows';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Lists a user's bank accounts. */
export const handler = partnerEndpoint(contract, async ({ caller, params, query }) => {
  const list = { partnerId: caller.partnerId, facet: userFacet(params.userId) };
  const [, data] = await readOwnUserWith(params.userId, caller, listBankAccounts(list, query));
  return { data };
});
