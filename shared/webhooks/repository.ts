/** How notifications come into being: always inside the write that causes them. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  duePartition,
  endpointDeliveryKey,
  listPartition,
  type NotificationSubject,
  notificationKey,
  partnerSequenceKey,
} from '#shared/dynamodb/keys';
import { addToLists, allFacet } from '#shared/dynamodb/lists/list-rows';
import { documentClient, readItem, readPartition, readRecord } from '#shared/dynamodb/table';
import { type PendingWrite, retryOnTransactionConflict } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateInput } from '#shared/dynamodb/writes';
import { newId, normalizeId } from '#shared/values/ids';
import { type EventName, eventFacts } from './domain/events';
import { type Payload, withEnvelope } from './domain/payload';
import {
  dueAttributes,
  type EndpointDeliveryItem,
  isAboutPartner,
  type NotificationItem,
  notificationItem,
} from './item';
import { notificationFacets, notificationListRow } from './listing/item';
import type { Recipients } from './settings/repository';

/** A first attempt that has not ended this long after the event is overdue: the redrive sends it again. */
export const FIRST_ATTEMPT_OVERDUE_MS = 120_000;

export interface NewNotification extends Recipients {
  readonly subject: NotificationSubject;
  /** Position among the subject's notifications, from 1, without gaps. */
  readonly sequence: number;
  readonly partnerId: string;
  readonly event: EventName;
  /** The user that it concerns; null for a test. */
  readonly userId: string | null;
  /** What happened; what stands in every payload is added. */
  readonly payload: Payload;
  readonly atMs: number;
}

/** The actions that store a notification and its list rows. */
export function notificationWrites(notification: NewNotification): PendingWrite[] {
  return notificationItemWrites(newNotificationItem(notification));
}

/** A notification as it is stored. */
export function newNotificationItem(notification: NewNotification): NotificationItem {
  const id = newId(notification.atMs);
  const delivery = notification.deliver
    ? {
        status: 'PENDING' as const,
        outbox: 'OPEN' as const,
        duePk: duePartition(id),
        dueAt: notification.atMs + FIRST_ATTEMPT_OVERDUE_MS,
        // A partner's own sequence numbers are drawn before the commit: the next one may already be blocked by an earlier one.
        ...(notification.subject.kind === 'PARTNER' ? { hasWaiter: true as const } : {}),
      }
    : { status: 'NOT_SENT' as const, nextReleased: true };
  const { endpointIds = [] } = notification;
  return {
    ...notificationKey(notification.subject, notification.sequence),
    entity: 'NTF',
    id,
    partnerId: notification.partnerId,
    event: notification.event,
    type: eventFacts[notification.event].type,
    ...(notification.subject.kind === 'TX' ? { transactionId: notification.subject.id } : {}),
    ...(endpointIds.length === 0 ? {} : { endpointIds: [...endpointIds] }),
    body: JSON.stringify(withEnvelope({ ...notification, id, occurredAtMs: notification.atMs }, notification.payload)),
    ...stateBeforeAttempts(notification.atMs),
    ...delivery,
  };
}

/** What every delivery begins with. */
function stateBeforeAttempts(atMs: number) {
  const at = new Date(atMs).toISOString();
  const counts = { deliveryRun: 1, retryAttempts: 0, manualRetryCount: 0, version: 1 };
  return { ...counts, createdAt: at, updatedAt: at, attempts: [] };
}

/** The actions that store a new notification, its list rows, and its delivery to each further endpoint. */
export function notificationItemWrites(item: NotificationItem): PendingWrite[] {
  const atMs = Date.parse(item.createdAt);
  return [
    putIfAbsent(item),
    ...addToLists(notificationListRow(item), notificationFacets(item)),
    ...(item.endpointIds ?? []).map((endpointId) => putIfAbsent(newEndpointDelivery(item, endpointId, atMs))),
  ];
}

/** The delivery of a notification to a further endpoint, before its first attempt. It names the body and holds no copy. */
export function newEndpointDelivery(
  notification: NotificationItem,
  endpointId: string,
  atMs: number,
): EndpointDeliveryItem {
  const { id, partnerId, transactionId } = notification;
  return {
    ...endpointDeliveryKey(notification, endpointId),
    entity: 'DELIVERY',
    id,
    partnerId,
    endpointId,
    ...(transactionId === undefined ? {} : { transactionId }),
    status: 'PENDING',
    outbox: 'OPEN',
    ...dueAttributes(id, atMs + FIRST_ATTEMPT_OVERDUE_MS),
    // As for the notification itself: a partner's own sequence numbers are drawn before the commit.
    ...(isAboutPartner(notification) ? { hasWaiter: true as const } : {}),
    ...stateBeforeAttempts(atMs),
  };
}

/**
 * The number of the next notification about the partner itself. Counted by itself, so that any number of
 * callers at once get a number each; one who then fails leaves a gap, which nothing minds.
 */
export async function nextPartnerSequence(partnerId: string): Promise<number> {
  const { Attributes } = await retryOnTransactionConflict(() =>
    documentClient().send(
      new UpdateCommand({
        ...updateInput(partnerSequenceKey(partnerId), { add: { sequence: 1 } }),
        ReturnValues: 'UPDATED_NEW',
      }),
    ),
  );
  return z.object({ sequence: z.number() }).parse(Attributes).sequence;
}

/** A partner's notification by its id; `undefined` when it has none such. */
export async function findNotification(partnerId: string, id: string): Promise<NotificationItem | undefined> {
  const known = normalizeId(id);
  if (known === undefined) return undefined;
  const row = await readItem({ PK: listPartition(partnerId, 'NTF', allFacet), SK: known });
  if (typeof row?.pk !== 'string' || typeof row.sk !== 'string') return undefined;
  return readRecord({ PK: row.pk, SK: row.sk }, (raw) => notificationItem.parse(raw));
}

/** Every notification about a transaction, if it is the partner's own; none of any other. */
export async function findTransactionNotifications(
  partnerId: string,
  transactionId: string,
): Promise<NotificationItem[]> {
  const known = normalizeId(transactionId);
  if (known === undefined) return [];
  const partition = notificationKey({ kind: 'TX', id: known }, 0).PK;
  const items = (await readPartition(partition, 'NTF#')).map((item) => notificationItem.parse(item));
  return items.filter((item) => item.partnerId === partnerId);
}
