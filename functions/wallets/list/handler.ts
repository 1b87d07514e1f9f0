import { userFacet } from '#shared/dynamodb/lists/list-rows';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readPage, toPageResponse } from '#shared/http/paging';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { findWallets } from '#shared/wallets/repository';
import { toWalletResponse } from '#shared/wallets/response';
import { contract } from './contract';

/** Lists a user's wallets. */
export const handler = partnerEndpoint(contract, async ({ caller, params, query }) => {
  const { userId } = params;
  const facet = userFacet(userId);
  const where = query.vmType === undefined ? {} : { vmType: query.vmType };
  const list = {
    partnerId: caller.partnerId,
    collection: 'WALLET',
    facets: [facet],
    totalFacet: facet,
    where,
  } as const;
  const read = readPage(list, query, (ids) => findWallets(userId, ids));
  const [, page] = await readOwnUserWith(userId, caller, read);
  return { data: toPageResponse(page, page.items.map(toWalletResponse)) };
});
