import { notificationSummary } from '#shared/api/views/notification';
import { type NotificationItem, notificationItem } from '#shared/data/items/notification';
import { countList } from '#shared/data/list-lengths';
import { allOf } from '#shared/data/listing';
import { notificationList } from '#shared/data/notification-range';
import { userIdOf } from '#shared/data/notification-rows';
import { findTransactionNotifications } from '#shared/data/notifications';
import { readItems } from '#shared/data/table';
import type { Operation, Request } from '#shared/http/edge';
import { pageOfAll, pageView, readPage } from '#shared/operations/paging';
import type { contract } from './contract';

type ListRequest = Request<typeof contract>;

/** Lists the partner's notifications, by the narrowest list that holds every match. */
export const listNotifications: Operation<typeof contract> = async (request) => {
  const { caller, query } = request;
  if (query.transactionId !== undefined) return { data: await ofTransaction(request, query.transactionId) };
  const { facet, where } = notificationList(query);
  const page = await readPage(
    {
      partnerId: caller.partnerId,
      collection: 'NTF',
      facets: [facet],
      where: { ...where, ...(query.userId === undefined ? {} : { userId: query.userId }) },
    },
    query,
  );
  // A row carries the key of its notification.
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

/** A transaction has few notifications, all in one place: they are read whole. */
async function ofTransaction({ caller, query }: ListRequest, transactionId: string) {
  const [total, all] = await Promise.all([
    countList(caller.partnerId, 'NTF', allOf),
    findTransactionNotifications(caller.partnerId, transactionId),
  ]);
  const matches = all.filter((item) => satisfies(item, query));
  const page = pageOfAll(matches, total, query);
  return pageView(page, page.items.map(notificationSummary));
}

function satisfies(item: NotificationItem, query: ListRequest['query']): boolean {
  const createdMs = Date.parse(item.createdAt);
  return (
    (query.status === undefined || item.status === query.status) &&
    (query.eventType === undefined || item.event === query.eventType) &&
    (query.userId === undefined || userIdOf(item) === query.userId) &&
    (query.createdFrom === undefined || createdMs >= query.createdFrom) &&
    (query.createdTo === undefined || createdMs <= query.createdTo)
  );
}
