import { walletView } from '#shared/api/views/wallet';
import { decodeWallet } from '#shared/data/items/wallet';
import { walletKey } from '#shared/data/keys';
import { ofUser } from '#shared/data/listing';
import { readItems } from '#shared/data/table';
import type { Operation } from '#shared/http/edge';
import { readOwnUser } from '#shared/operations/ownership';
import { pageView, readPage } from '#shared/operations/paging';
import type { contract } from './contract';

/** Lists a user's wallets. */
export const listWallets: Operation<typeof contract> = async ({ caller, params, query }) => {
  const user = await readOwnUser(params.userId, caller);
  const page = await readPage(
    {
      partnerId: caller.partnerId,
      collection: 'WALLET',
      facets: [ofUser(user.id)],
      totalFacet: ofUser(user.id),
      where: query.vmType === undefined ? {} : { vmType: query.vmType },
    },
    query,
  );
  const items = await readItems(page.ids.map((id) => walletKey(user.id, id)));
  return {
    data: pageView(
      page,
      items.flatMap((item) => (item === undefined ? [] : [walletView(decodeWallet(item))])),
    ),
  };
};
