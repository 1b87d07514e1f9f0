import { notificationSummary } from '#shared/api/views/notification';
import { notificationItem } from '#shared/data/items/notification';
import { allOf, withStatus } from '#shared/data/listing';
import { readItems } from '#shared/data/table';
import type { Operation } from '#shared/http/edge';
import { pageView, readPage } from '#shared/operations/paging';
import type { contract } from './contract';

/** Lists the partner's notifications. A row carries the key of its notification. */
export const listNotifications: Operation<typeof contract> = async ({ caller, query }) => {
  const facet = query.status === undefined ? allOf : withStatus(query.status);
  const page = await readPage({ partnerId: caller.partnerId, collection: 'NTF', facet, where: {} }, query);
  const items = await readItems(page.rows.map(({ pk, sk }) => ({ PK: String(pk), SK: String(sk) })));
  return {
    data: pageView(
      page,
      items.flatMap((item) =>
        item === undefined ? [] : [notificationSummary(notificationItem.parse(item))],
      ),
    ),
  };
};
