import type { NotificationItem } from '#shared/data/items/notification';
import { allOf, type ListRow, ofType, withStatus } from '#shared/data/listing';

/** The row that stands for a notification in its partner's lists; who creates and who delivers it write the same. */
export function notificationListRow(
  item: Pick<NotificationItem, 'PK' | 'SK' | 'id' | 'partnerId' | 'event' | 'userId'>,
): ListRow {
  return {
    partnerId: item.partnerId,
    collection: 'NTF',
    id: item.id,
    attributes: {
      pk: item.PK,
      sk: item.SK,
      eventType: item.event,
      ...(item.userId === undefined ? {} : { userId: item.userId }),
    },
  };
}

/** The lists that a notification stands in. */
export function notificationFacets(item: Pick<NotificationItem, 'status' | 'event'>): string[] {
  return [allOf, withStatus(item.status), ofType(item.event)];
}
