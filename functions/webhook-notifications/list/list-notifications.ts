import { allFacet } from '#shared/dynamodb/lists/list-rows';
import { countList } from '#shared/dynamodb/lists/row-counts';
import type { Operation, Request } from '#shared/handlers/partner-endpoint';
import { paginate, readPage, toPageResponse } from '#shared/http/paging';
import { requireScope } from '#shared/partners/require-scope';
import type { NotificationItem } from '#shared/webhooks/item';
import { readableEvents, requireReadableEvent } from '#shared/webhooks/listing/readable-events';
import { findListedNotifications, notificationList, readUserId } from '#shared/webhooks/listing/repository';
import { findTransactionNotifications } from '#shared/webhooks/repository';
import { toNotificationSummary } from '#shared/webhooks/response';
import type { contract } from './contract';

type ListRequest = Request<typeof contract>;

/** Lists the partner's notifications that the API key may read. Reads the shortest list with all matches of the query. */
export const listNotifications: Operation<typeof contract> = async (request) => {
  const { caller, query } = request;
  if (query.transactionId !== undefined) requireScope(caller, 'transactions:read');
  if (query.eventType !== undefined) requireReadableEvent(caller, query.eventType);
  const eventType = query.eventType === undefined ? readableEvents(caller) : undefined;
  if (query.transactionId !== undefined)
    return { data: await listTransactionNotifications(request, query.transactionId) };
  const { facet, where } = notificationList(query);
  const page = await readPage(
    {
      partnerId: caller.partnerId,
      collection: 'NTF',
      facets: [facet],
      where: { ...where, ...(query.userId === undefined ? {} : { userId: query.userId }) },
      ...(eventType && { anyOf: [{ eventType }] }),
    },
    query,
    (_, rows) => findListedNotifications(rows),
  );
  return { data: toPageResponse(page, page.items.map(toNotificationSummary)) };
};

/** Reads all notifications of the transaction and filters in memory: the notifications are few and all in one partition. */
async function listTransactionNotifications({ caller, query }: ListRequest, transactionId: string) {
  const [total, all] = await Promise.all([
    countList(caller.partnerId, 'NTF', allFacet),
    findTransactionNotifications(caller.partnerId, transactionId),
  ]);
  const matches = all.filter((item) => matchesQuery(item, query));
  const page = paginate(matches, total, query);
  return toPageResponse(page, page.items.map(toNotificationSummary));
}

function matchesQuery(item: NotificationItem, query: ListRequest['query']): boolean {
  const createdMs = Date.parse(item.createdAt);
  return (
    (query.status === undefined || item.status === query.status) &&
    (query.eventType === undefined || item.event === query.eventType) &&
    (query.userId === undefined || readUserId(item) === query.userId) &&
    (query.createdFrom === undefined || createdMs >= query.createdFrom) &&
    (query.createdTo === undefined || createdMs <= query.createdTo)
  );
}
