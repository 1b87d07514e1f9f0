import { receiverView } from '#shared/api/views/receiver';
import { receiverKey } from '#shared/data/keys';
import { allOf, ofUser } from '#shared/data/listing';
import { liveReceiver } from '#shared/data/receivers';
import { readItems } from '#shared/data/table';
import type { Operation } from '#shared/http/edge';
import { pageView, readPage } from '#shared/operations/paging';
import type { contract } from './contract';

/** Lists the partner's receivers. */
export const listReceivers: Operation<typeof contract> = async ({ caller, query }) => {
  const { userId, receiverType } = query;
  const page = await readPage(
    {
      partnerId: caller.partnerId,
      collection: 'RECEIVER',
      facets: [userId === undefined ? allOf : ofUser(userId)],
      where: receiverType === undefined ? {} : { receiverType },
    },
    query,
  );
  const receivers = (await readItems(page.ids.map(receiverKey))).map(liveReceiver);
  return {
    data: pageView(
      page,
      receivers.flatMap((receiver) => (receiver === undefined ? [] : [receiverView(receiver)])),
    ),
  };
};
