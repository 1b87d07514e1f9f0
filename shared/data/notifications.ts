/** How notifications come into being: always inside the write that causes them. */
import { type NotificationItem, notificationItem } from '#shared/data/items/notification';
import { duePartition, listPartition, type NotificationSubject, notificationKey } from '#shared/data/keys';
import { addToLists, allOf, ofType, withStatus } from '#shared/data/listing';
import { notificationListRow } from '#shared/data/notification-rows';
import { readItem, tableName, type WriteAction } from '#shared/data/table';
import { knownForm, newId } from '#shared/domain/ids';
import { type EventName, eventTypes } from '#shared/domain/notifications/events';
import type { Payload } from '#shared/domain/notifications/notification';

/** A first attempt that has not ended this long after the event is overdue: the sweep sends it again. */
const FIRST_ATTEMPT_OVERDUE_MS = 120_000;

export interface NewNotification {
  readonly subject: NotificationSubject;
  /** Position among the subject's notifications, from 1, without gaps. */
  readonly sequence: number;
  readonly partnerId: string;
  readonly event: EventName;
  readonly payload: Payload;
  /** Whether a webhook URL is set at this moment: without one the notification is on record as NOT_SENT. */
  readonly deliver: boolean;
  readonly atMs: number;
}

/** The actions that put a notification and its list rows on record. */
export function notificationWrites(notification: NewNotification): WriteAction[] {
  const id = newId(notification.atMs);
  const at = new Date(notification.atMs).toISOString();
  const delivery = notification.deliver
    ? {
        status: 'PENDING' as const,
        outbox: 'OPEN' as const,
        duePk: duePartition(id),
        dueAt: notification.atMs + FIRST_ATTEMPT_OVERDUE_MS,
      }
    : { status: 'NOT_SENT' as const, gateOpen: true };
  const item: NotificationItem = {
    ...notificationKey(notification.subject, notification.sequence),
    entity: 'NTF',
    id,
    partnerId: notification.partnerId,
    event: notification.event,
    type: eventTypes[notification.event],
    ...(notification.subject.kind === 'TX' ? { transactionId: notification.subject.id } : {}),
    body: JSON.stringify(notification.payload),
    cycle: 1,
    retryAttempts: 0,
    manualRetryCount: 0,
    version: 1,
    createdAt: at,
    updatedAt: at,
    attempts: [],
    ...delivery,
  };
  return [
    { Put: { TableName: tableName(), Item: item, ConditionExpression: 'attribute_not_exists(PK)' } },
    ...addToLists(notificationListRow(item), [allOf, withStatus(item.status), ofType(item.event)]),
  ];
}

/** A partner's notification by its id; `undefined` when it has none such. */
export async function findNotification(partnerId: string, id: string): Promise<NotificationItem | undefined> {
  const known = knownForm(id);
  if (known === undefined) return undefined;
  const row = await readItem({ PK: listPartition(partnerId, 'NTF', allOf), SK: known });
  if (typeof row?.pk !== 'string' || typeof row.sk !== 'string') return undefined;
  const raw = await readItem({ PK: row.pk, SK: row.sk });
  return raw === undefined ? undefined : notificationItem.parse(raw);
}
