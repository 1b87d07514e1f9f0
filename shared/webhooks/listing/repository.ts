/**
 * Reads notifications of a time range, oldest first, with their deliveries and the endpoints' responses. A long response is a
 * separate item, stored before its attempt (docs/adr/014). The write that removes the attempt also deletes the response. If the
 * attempt is never added, no list shows the response, and the erasure of the user deletes it.
 */

import * as z from 'zod/mini';
import { equals } from '#shared/dynamodb/expressions';
import {
  deliveryResponseKey,
  deliveryResponsePrefix,
  endpointDeliveryKey,
  listPartition,
  RESPONSE_PREFIX,
  type RecordKey,
} from '#shared/dynamodb/keys';
import { allFacet, type ListRow, statusFacet, typeFacet } from '#shared/dynamodb/lists/list-rows';
import {
  readItems,
  readPartition,
  readRange,
  readRecord,
  readRecords,
  type StoredRecord,
} from '#shared/dynamodb/table';
import { minIdAt } from '#shared/values/ids';
import { deliveryEndpointId, type Endpoint } from '#shared/webhooks/domain/endpoint';
import { fullErrorText } from '#shared/webhooks/domain/endpoint-response';
import type { NotificationStatus } from '#shared/webhooks/domain/events';
import {
  type DeliveryItem,
  type EndpointDeliveryItem,
  endpointDeliveryItem,
  type NotificationItem,
  notificationItem,
  toDeliveryKey,
} from '#shared/webhooks/item';

const userPayload = z.object({ userId: z.string() });

/**
 * Returns the user that a notification is about; `undefined` for a test. Reads the user from the body, because a separate field
 * for the user would make many items larger than one write unit (1 KB).
 */
export function readUserId({ body }: Pick<NotificationItem, 'body'>): string | undefined {
  return userPayload.safeParse(JSON.parse(body)).data?.userId;
}

/** Returns the list row of a notification. Creation and delivery of a notification write identical rows. */
export function notificationListRow(
  item: Pick<NotificationItem, 'PK' | 'SK' | 'id' | 'partnerId' | 'event' | 'body'>,
): ListRow {
  const { partnerId, id, PK: pk, SK: sk, event: eventType } = item;
  const userId = readUserId(item);
  const attributes = { pk, sk, eventType, ...(userId === undefined ? {} : { userId }) };
  return { partnerId, collection: 'NTF', id, attributes };
}

/** Returns the names of the lists that contain a notification. */
export function notificationFacets(item: Pick<NotificationItem, 'status' | 'event'>): string[] {
  return [allFacet, statusFacet(item.status), typeFacet(item.event)];
}

export interface NotificationRange {
  readonly status?: string | undefined;
  readonly eventType?: string | undefined;
  /** Inclusive bounds of the creation time, epoch ms. */
  readonly createdFrom?: number | undefined;
  readonly createdTo?: number | undefined;
}

export interface NotificationPage<Item = NotificationItem> {
  readonly items: readonly Item[];
  /** Start position of the next page; `undefined` after the last page. */
  readonly next: string | undefined;
}

/** Rows read in one call, equal to the capacity of two batch reads. */
export const PAGE_SIZE = 200;

/** Returns the facet whose list contains all matches, and the conditions that still filter the rows of this list. */
export function notificationList({ status, eventType }: Pick<NotificationRange, 'status' | 'eventType'>): {
  readonly facet: string;
  readonly where: Readonly<Record<string, string>>;
} {
  if (status !== undefined) return { facet: statusFacet(status), where: eventType === undefined ? {} : { eventType } };
  return { facet: eventType === undefined ? allFacet : typeFacet(eventType), where: {} };
}

/** Reads the next 200 notifications of a list and returns those that match the range. */
export async function readNotificationPage(
  partnerId: string,
  range: NotificationRange,
  after: string | undefined,
): Promise<NotificationPage> {
  const { facet, where } = notificationList(range);
  const { createdFrom, createdTo } = range;
  if (createdFrom !== undefined && createdTo !== undefined && createdFrom > createdTo)
    return { items: [], next: undefined };
  const page = await readRange({
    partition: listPartition(partnerId, 'NTF', facet),
    limit: PAGE_SIZE,
    from: createdFrom === undefined ? undefined : minIdAt(createdFrom),
    // The smallest id of the next millisecond is above all ids of `createdTo`, so the bound is inclusive.
    to: createdTo === undefined ? undefined : minIdAt(createdTo + 1),
    after,
    filter: where.eventType === undefined ? undefined : equals('eventType', where.eventType),
  });
  return { items: await findListedNotifications(page.items), next: page.next };
}

/** A notification and its delivery to one endpoint; `delivery` is `undefined` if the notification was not sent there. */
export interface ListedDelivery {
  readonly notification: NotificationItem;
  readonly delivery: DeliveryItem | undefined;
}

/**
 * Reads the next 200 notifications and returns those that match, with their deliveries to one endpoint. The status filter applies
 * to the delivery. A notification without a delivery to the endpoint counts as `NOT_SENT`.
 */
export async function readDeliveryPage(
  endpoint: Endpoint,
  { status, ...range }: NotificationRange,
  {
    after,
    includes = () => true,
  }: { readonly after: string | undefined; readonly includes?: (event: string) => boolean },
): Promise<NotificationPage<ListedDelivery>> {
  const endpointId = deliveryEndpointId(endpoint);
  // The lists contain only the status for the default endpoint. For other endpoints, the status is therefore filtered below.
  const listed = endpointId === undefined ? { ...range, status } : range;
  const { items, next } = await readNotificationPage(endpoint.partnerId, listed, after);
  const notifications = items.filter(({ event }) => includes(event));
  if (endpointId === undefined)
    return { items: notifications.map((notification) => ({ notification, delivery: notification })), next };
  const deliveries = await readDeliveriesTo(endpointId, notifications);
  const pairs = notifications.map((notification) => ({ notification, delivery: deliveries.get(notification.id) }));
  return { items: pairs.filter(({ delivery = notSent }) => (status ?? delivery.status) === delivery.status), next };
}

const notSent = { status: 'NOT_SENT' } as const;

/** Reads the notifications of list rows by the keys that the rows contain. */
export function findListedNotifications(rows: readonly StoredRecord[]): Promise<NotificationItem[]> {
  return readMany(
    rows.map(({ pk, sk }) => toDeliveryKey({ pk: String(pk), sk: String(sk) })),
    (item) => notificationItem.parse(item),
  );
}

/** Counts a partner's notifications with a given status at the default endpoint. */
export async function countNotifications(partnerId: string, status: NotificationStatus): Promise<number> {
  let total = 0;
  let after: string | undefined;
  do {
    const partition = listPartition(partnerId, 'NTF', statusFacet(status));
    const { count, next } = await readRange({ partition, after, countOnly: true });
    total += count;
    after = next;
  } while (after !== undefined);
  return total;
}

const responseItem = z.object({ PK: z.string(), SK: z.string(), at: z.string(), text: z.string() });

/** Adds the separately stored responses to the attempts and the latest error of a delivery. */
export async function withResponses<Item extends DeliveryItem>(item: Item): Promise<Item> {
  if (!item.attempts.some(({ responseStored }) => responseStored)) return item;
  const stored = await readPartition(item.PK, deliveryResponsePrefix(item));
  const texts = new Map(stored.map((raw) => responseItem.parse(raw)).map(({ at, text }) => [at, text]));
  return {
    ...item,
    attempts: item.attempts.map(({ responseStored, ...attempt }) => {
      const responseBody = responseStored ? texts.get(attempt.at) : attempt.responseBody;
      return { ...attempt, ...(responseBody === undefined ? {} : { responseBody }) };
    }),
    latestErrorPayload: fullErrorText(item.latestErrorPayload, texts.get(latestFailure(item)?.at ?? '')),
  };
}

/** Completes a notification's latest error if a separate item stores the response. Reads no responses to other attempts. */
export async function withLatestError(item: NotificationItem): Promise<NotificationItem> {
  const failure = latestFailure(item);
  if (item.latestErrorPayload === undefined || failure?.responseStored !== true) return item;
  const response = await readRecord(deliveryResponseKey(item, failure.at), (raw) => responseItem.parse(raw));
  return { ...item, latestErrorPayload: fullErrorText(item.latestErrorPayload, response?.text) };
}

function latestFailure({ attempts }: DeliveryItem): DeliveryItem['attempts'][number] | undefined {
  return attempts.findLast(({ error }) => error !== null);
}

/** Finds the keys of all stored responses of a partition or delivery, including responses whose attempt was never stored. */
export async function findResponseKeys(partition: string, prefix = RESPONSE_PREFIX): Promise<RecordKey[]> {
  const stored = await readPartition(partition, prefix);
  return stored.map((raw) => responseItem.parse(raw)).map(({ PK, SK }) => ({ PK, SK }));
}

/** Maximum number of items of a batch read. */
const MAX_BATCH_READ = 100;

/** Reads the deliveries of a notification to additional endpoints, sorted by the creation of the endpoint, oldest first. */
export async function readEndpointDeliveries(notification: NotificationItem): Promise<EndpointDeliveryItem[]> {
  const { endpointIds = [] } = notification;
  if (endpointIds.length === 0) return [];
  const items = await readItems(endpointIds.map((endpointId) => endpointDeliveryKey(notification, endpointId)));
  return items.flatMap((item) => (item === undefined ? [] : [endpointDeliveryItem.parse(item)]));
}

/** Reads the deliveries of notifications to one additional endpoint, as a map by notification id. */
export async function readDeliveriesTo(
  endpointId: string,
  notifications: readonly NotificationItem[],
): Promise<ReadonlyMap<string, EndpointDeliveryItem>> {
  const keys = notifications
    .filter(({ endpointIds = [] }) => endpointIds.includes(endpointId))
    .map((notification) => endpointDeliveryKey(notification, endpointId));
  const deliveries = await readMany(keys, (raw) => endpointDeliveryItem.parse(raw));
  return new Map(deliveries.map((delivery) => [delivery.id, delivery]));
}

/** Reads and decodes any number of items, in parallel batches. Skips missing items. */
async function readMany<T>(keys: readonly RecordKey[], decode: (raw: StoredRecord) => T): Promise<T[]> {
  const parts = Array.from({ length: Math.ceil(keys.length / MAX_BATCH_READ) }, (_, at) =>
    readRecords(keys.slice(at * MAX_BATCH_READ, (at + 1) * MAX_BATCH_READ), decode),
  );
  return (await Promise.all(parts)).flat();
}
