/** A partner's notifications of a range of time, oldest first. */

import { equals } from '#shared/dynamodb/expressions';
import { listPartition } from '#shared/dynamodb/keys';
import { allFacet, statusFacet, typeFacet } from '#shared/dynamodb/lists/list-rows';
import { readRange, readRecords, type StoredRecord } from '#shared/dynamodb/table';
import { minIdAt } from '#shared/values/ids';
import type { NotificationStatus } from '#shared/webhooks/domain/events';
import { type NotificationItem, notificationItem, toDeliveryKey } from '#shared/webhooks/item';

export interface NotificationRange {
  readonly status?: string | undefined;
  readonly eventType?: string | undefined;
  /** Inclusive bounds of creation, epoch ms. */
  readonly createdFrom?: number | undefined;
  readonly createdTo?: number | undefined;
}

export interface NotificationPage {
  readonly items: readonly NotificationItem[];
  /** Where to read on; `undefined` at the end. */
  readonly next: string | undefined;
}

/** Rows scanned in one call: what two batch reads fetch. */
export const PAGE_SIZE = 200;

/** The list that holds every match, and the further conditions on its rows. */
export function notificationList({ status, eventType }: Pick<NotificationRange, 'status' | 'eventType'>): {
  readonly facet: string;
  readonly where: Readonly<Record<string, string>>;
} {
  if (status !== undefined) return { facet: statusFacet(status), where: eventType === undefined ? {} : { eventType } };
  return { facet: eventType === undefined ? allFacet : typeFacet(eventType), where: {} };
}

/** Reads the matches among the next 200 notifications of a list. */
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
    // Every id of the last millisecond sorts below the first one of the next.
    to: createdTo === undefined ? undefined : minIdAt(createdTo + 1),
    after,
    filter: where.eventType === undefined ? undefined : equals('eventType', where.eventType),
  });
  const halves = [page.items.slice(0, PAGE_SIZE / 2), page.items.slice(PAGE_SIZE / 2)];
  return { items: (await Promise.all(halves.map(findListedNotifications))).flat(), next: page.next };
}

/** The notifications of up to 100 list rows: a row carries the key of its notification. */
export function findListedNotifications(rows: readonly StoredRecord[]): Promise<NotificationItem[]> {
  return readRecords(
    rows.map(({ pk, sk }) => toDeliveryKey({ pk: String(pk), sk: String(sk) })),
    (item) => notificationItem.parse(item),
  );
}

/** How many notifications of a partner have a status at its first endpoint. */
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
