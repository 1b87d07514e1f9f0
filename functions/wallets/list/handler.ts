import { userFacet } from '#shared/dynamodb/lists/list-rows';
import { readPage, toPageResponse } from '#shared/http/paging';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readOwnUser } from '#shared/users/read-own-records';
import { findWallets } from '#shared/wallets/repository';
import { toWalletResponse } from '#shared/wallets/response';
import { contract } from './contract';

/** Lists a user's wallets. */
export const handler = partnerEndpoint(contract, async ({ caller, params, query }) => {
  const user = await readOwnUser(params.userId, caller);
  const page = await readPage(
    {
      partnerId: caller.partnerId,
      collection: 'WALLET',
      facets: [userFacet(user.id)],
      totalFacet: userFacet(user.id),
      where: query.vmType === undefined ? {} : { vmType: query.vmType },
    },
    query,
  );
  return { data: toPageResponse(page, (await findWallets(user.id, page.ids)).map(toWalletResponse)) };
});
