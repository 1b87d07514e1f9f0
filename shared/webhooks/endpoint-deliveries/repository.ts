/** The deliveries of notifications to further endpoints, and how a replay adds one to a notification. */

import { WriteContention } from '#shared/dynamodb/errors';
import { absent, allOf, anyOf, type Condition, equals, isNew, itemExists } from '#shared/dynamodb/expressions';
import { deliveryAnswerPrefix, endpointDeliveryKey, type RecordKey } from '#shared/dynamodb/keys';
import { MAX_ATTEMPTS } from '#shared/dynamodb/retry-policy';
import { readItems, readRecords } from '#shared/dynamodb/table';
import { ConditionsFailed, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, updateItem } from '#shared/dynamodb/writes';
import { findAnswerKeys } from '#shared/webhooks/answers/repository';
import { findReplacedEndpoint } from '#shared/webhooks/deliveries/replay';
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
 * Stores a delivery that its notification did not have, and names its endpoint there, in one write. In a notification that
 * has as many as it may, it replaces one to a deleted endpoint.
 * @param notification as it was read
 * @param existing the ids of the partner's endpoints
 * @returns false when there is such a delivery, the notification is gone, or the replaced one has not ended; nothing was written
 * @throws WriteContention
 */
export async function insertEndpointDelivery(
  notification: NotificationItem,
  delivery: EndpointDeliveryItem,
  existing: ReadonlySet<string>,
): Promise<boolean> {
  let { endpointIds } = notification;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const replaced = findReplacedEndpoint(endpointIds ?? [], existing);
    const after = [...(endpointIds ?? []).filter((id) => id !== replaced), delivery.endpointId];
    const removal = replaced === undefined ? [] : await removalWrites(endpointDeliveryKey(notification, replaced));
    try {
      await writeAtomically([
        putIfAbsent(delivery),
        endpointIdsWrite(notification, { before: endpointIds, after }),
        ...removal,
      ]);
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

/** The writes that remove a delivery with its answers, once it has ended. */
async function removalWrites(delivery: RecordKey): Promise<PendingWrite[]> {
  const hasEnded = anyOf(isNew, equals('status', 'SENT'), equals('status', 'FAILED'));
  const answers = await findAnswerKeys(delivery.PK, deliveryAnswerPrefix(delivery));
  return [deleteItem(delivery, hasEnded), ...answers.map((key) => deleteItem(key))];
}

/** Writes a notification's endpoints over those that were read. It is no version of it: partners see deliveries beside the notification. */
function endpointIdsWrite(
  notification: NotificationItem,
  { before, after }: { readonly before: readonly string[] | undefined; readonly after: readonly string[] },
): PendingWrite {
  return updateItem(
    notification,
    {
      set: { endpointIds: after },
      // With an open outbox, the stream would carry the change to the bus once more.
      remove: ['outbox'],
      condition: allOf(itemExists, hasEndpointIds(before)),
    },
    'ALL_OLD',
  );
}

/** A notification names the endpoints that were read: no delivery was added to it since. */
export function hasEndpointIds(endpointIds: readonly string[] | undefined): Condition {
  return endpointIds === undefined ? absent('endpointIds') : equals('endpointIds', endpointIds);
}
