import { allFacet, userFacet } from '#shared/dynamodb/lists/list-rows';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readPage, toPageResponse } from '#shared/http/paging';
import { findReceivers } from '#shared/receivers/repository';
import { toReceiverResponse } from '#shared/receivers/response';
import { contract } from './contract';

/** Lists the partner's receivers. */
export const handler = partnerEndpoint(contract, async ({ caller, query }) => {
  const { userId, receiverType } = query;
  const page = await readPage(
    {
      partnerId: caller.partnerId,
      collection: 'RECEIVER',
      facets: [userId === undefined ? allFacet : userFacet(userId)],
      where: receiverType === undefined ? {} : { receiverType },
    },
    query,
    findReceivers,
  );
  return { data: toPageResponse(page, page.items.map(toReceiverResponse)) };
});
