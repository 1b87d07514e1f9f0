/** The deliveries of notifications to further endpoints, and how a replay adds one to a notification. */

import { WriteContention } from '#shared/dynamodb/errors';
import { absent, allOf, type Condition, equals, itemExists } from '#shared/dynamodb/expressions';
import { endpointDeliveryKey } from '#shared/dynamodb/keys';
import { MAX_ATTEMPTS } from '#shared/dynamodb/retry-policy';
import { readItems, readRecords } from '#shared/dynamodb/table';
import { ConditionsFailed, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';
import {
  type EndpointDeliveryItem,
  endpointDeliveryItem,
  type NotificationItem,
  notificationItem,
} from '#shared/webhooks/item';

/** As many items as one batch reads. */
const MAX_BATCH_READ = 100;

/** The deliveries of a notification to further endpoints, in the order in which these were made. */
export async function readEndpointDeliveries(notification: NotificationItem): Promise<EndpointDeliveryItem[]> {
  const { endpointIds = [] } = notification;
  if (endpointIds.length === 0) return [];
  const items = await readItems(endpointIds.map((endpointId) => endpointDeliveryKey(notification, endpointId)));
  return items.flatMap((item) => (item === undefined ? [] : [endpointDeliveryItem.parse(item)]));
}

/** The deliveries of notifications to one further endpoint, by the id of the notification. */
export async function readDeliveriesTo(
  endpointId: string,
  notifications: readonly NotificationItem[],
): Promise<ReadonlyMap<string, EndpointDeliveryItem>> {
  const keys = notifications
    .filter(({ endpointIds = [] }) => endpointIds.includes(endpointId))
    .map((notification) => endpointDeliveryKey(notification, endpointId));
  const parts = Array.from({ length: Math.ceil(keys.length / MAX_BATCH_READ) }, (_, at) =>
    readRecords(keys.slice(at * MAX_BATCH_READ, (at + 1) * MAX_BATCH_READ), (raw) => endpointDeliveryItem.parse(raw)),
  );
  return new Map((await Promise.all(parts)).flat().map((delivery) => [delivery.id, delivery]));
}

/**
 * Stores a delivery that its notification did not have, and names its endpoint there, in one write.
 * @param notification as it was read
 * @returns false when there is such a delivery, or the notification is gone; nothing was written
 * @throws WriteContention
 */
export async function insertEndpointDelivery(
  notification: NotificationItem,
  delivery: EndpointDeliveryItem,
): Promise<boolean> {
  let { endpointIds } = notification;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      await writeAtomically([putIfAbsent(delivery), endpointIdWrite(notification, endpointIds, delivery.endpointId)]);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const raw = error.at(1)?.item;
      if (error.at(0) !== undefined || raw === undefined) return false;
      // A delivery to another endpoint was added in between.
      endpointIds = notificationItem.parse(raw).endpointIds;
    }
  }
  throw new WriteContention('The endpoints of a notification change faster than one can be added');
}

/** Adds an endpoint to those that were read. It is no version of the notification: partners see deliveries beside it. */
function endpointIdWrite(
  notification: NotificationItem,
  endpointIds: readonly string[] | undefined,
  endpointId: string,
): PendingWrite {
  return updateItem(
    notification,
    {
      set: { endpointIds: [...(endpointIds ?? []), endpointId] },
      // With an open outbox, the stream would carry the change to the bus once more.
      remove: ['outbox'],
      condition: allOf(itemExists, hasEndpointIds(endpointIds)),
    },
    'ALL_OLD',
  );
}

/** A notification names the endpoints that were read: no delivery was added to it since. */
export function hasEndpointIds(endpointIds: readonly string[] | undefined): Condition {
  return endpointIds === undefined ? absent('endpointIds') : equals('endpointIds', endpointIds);
}
