import * as z from 'zod/mini';
import { allFacet, type ListRow, statusFacet, typeFacet } from '#shared/dynamodb/lists/list-rows';
import type { NotificationItem } from '#shared/webhooks/item';

const userPayload = z.object({ userId: z.string() });

/**
 * The user that a notification concerns; a test concerns none. It is read from the body: stored a second time, it would
 * make many items larger than the kilobyte of one write unit.
 */
export function readUserId({ body }: Pick<NotificationItem, 'body'>): string | undefined {
  return userPayload.safeParse(JSON.parse(body)).data?.userId;
}

/** The row that stands for a notification in its partner's lists; who creates and who delivers it write the same. */
export function notificationListRow(
  item: Pick<NotificationItem, 'PK' | 'SK' | 'id' | 'partnerId' | 'event' | 'body'>,
): ListRow {
  const { partnerId, id, PK: pk, SK: sk, event: eventType } = item;
  const userId = readUserId(item);
  const attributes = { pk, sk, eventType, ...(userId === undefined ? {} : { userId }) };
  return { partnerId, collection: 'NTF', id, attributes };
}

/** The lists that a notification stands in. */
export function notificationFacets(item: Pick<NotificationItem, 'status' | 'event'>): string[] {
  return [allFacet, statusFacet(item.status), typeFacet(item.event)];
}
