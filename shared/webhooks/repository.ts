/** Creates notifications, always in the same write as the change that causes them. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  endpointDeliveryKey,
  listPartition,
  type NotificationSubject,
  notificationKey,
  partnerSequenceKey,
  webhookSettingsKey,
} from '#shared/dynamodb/keys';
import { addToLists, allFacet } from '#shared/dynamodb/lists/list-rows';
import { documentClient, readItem, readPartition, readRecord, type StoredRecord } from '#shared/dynamodb/table';
import { type PendingWrite, retryOnTransactionConflict } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateInput } from '#shared/dynamodb/writes';
import { stage } from '#shared/platform/config/environment';
import { currentTraceparent } from '#shared/platform/observability/trace';
import { newId, normalizeId } from '#shared/values/ids';
import { newItem } from './deliveries/item';
import { newDelivery } from './domain/delivery';
import { type Endpoint, isChosen } from './domain/endpoint';
import { type EventName, eventFacts } from './domain/events';
import { type Payload, testPayload, withEnvelope } from './domain/payload';
import { type EndpointDeliveryItem, isAboutPartner, type NotificationItem, notificationItem } from './item';
import { notificationFacets, notificationListRow } from './listing/repository';

/** The endpoints that receive a notification. */
export interface Recipients {
  /** True if the default endpoint receives the notification. Otherwise the notification is stored as NOT_SENT. */
  readonly deliver: boolean;
  /** Ids of the additional endpoints that receive the notification. @default none */
  readonly endpointIds?: readonly string[];
}

/** Returns the recipients of a partner's event. */
export type RecipientsFor = (event: EventName) => Recipients;

const eventTypes = z.optional(z.array(z.string()));

/** The settings fields that determine the recipients of a notification. */
const choices = z.object({
  url: z.nullish(z.string()),
  eventTypes,
  endpoints: z._default(z.array(z.object({ id: z.string(), eventTypes })), []),
});

/** Reads the partner's settings and returns a function that chooses the recipients of an event. */
export async function readRecipients(partnerId: string): Promise<RecipientsFor> {
  const raw = await readItem(webhookSettingsKey(partnerId));
  return (event) => chooseRecipients(raw, event);
}

/** Chooses the recipients of an event from the stored settings. */
export function chooseRecipients(raw: StoredRecord | undefined, event: EventName): Recipients {
  const { url, eventTypes, endpoints } = choices.parse(raw ?? {});
  return {
    deliver: typeof url === 'string' && isChosen(eventTypes, event),
    endpointIds: endpoints.filter((endpoint) => isChosen(endpoint.eventTypes, event)).map(({ id }) => id),
  };
}

export interface NewNotification extends Recipients {
  readonly subject: NotificationSubject;
  /** Position among the notifications of a transaction, user or partner, from 1. Only the sequence of a partner can have gaps. */
  readonly sequence: number;
  readonly partnerId: string;
  readonly event: EventName;
  /** Id of the user that the event is about; null for a test. */
  readonly userId: string | null;
  /** The fields of the event, without the fields that all payloads share. */
  readonly payload: Payload;
  readonly atMs: number;
}

/** Builds the writes that store a notification, its list rows, and its deliveries to additional endpoints. */
export function notificationWrites(notification: NewNotification): PendingWrite[] {
  return notificationItemWrites(newNotificationItem(notification));
}

/** Builds the table item of a new notification. */
export function newNotificationItem(notification: NewNotification): NotificationItem {
  const id = newId(notification.atMs);
  const key = notificationKey(notification.subject, notification.sequence);
  const { endpointIds = [] } = notification;
  const traceparent = currentTraceparent();
  return {
    ...key,
    entity: 'NTF',
    id,
    partnerId: notification.partnerId,
    event: notification.event,
    type: eventFacts[notification.event].type,
    ...(notification.subject.kind === 'TX' ? { transactionId: notification.subject.id } : {}),
    ...(endpointIds.length === 0 ? {} : { endpointIds: [...endpointIds] }),
    ...(traceparent === undefined ? {} : { traceparent }),
    body: JSON.stringify(
      withEnvelope(
        { ...notification, environment: stage(), id, occurredAtMs: notification.atMs },
        notification.payload,
      ),
    ),
    ...newDelivery(notification.atMs),
    ...(notification.deliver ? pendingState(key) : { status: 'NOT_SENT', nextReleased: true }),
  };
}

/**
 * Returns the state of a pending notification. The sequence numbers of a partner's tests are reserved before the tests are
 * written. When a test is written, the next test may already wait for it, so every test is stored with `hasWaiter`.
 */
function pendingState(key: Parameters<typeof isAboutPartner>[0]) {
  return { status: 'PENDING' as const, ...(isAboutPartner(key) ? { hasWaiter: true as const } : {}) };
}

/** Builds the writes that store a new notification, its list rows, and its deliveries to additional endpoints. */
export function notificationItemWrites(item: NotificationItem): PendingWrite[] {
  const atMs = Date.parse(item.createdAt);
  return [
    putIfAbsent(newItem(item)),
    ...addToLists(notificationListRow(item), notificationFacets(item)),
    ...(item.endpointIds ?? []).map((endpointId) => putIfAbsent(newItem(newEndpointDelivery(item, endpointId, atMs)))),
  ];
}

/** Builds a notification's delivery to an additional endpoint, without a copy of the body, before the first attempt. */
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
    ...newDelivery(atMs),
    ...pendingState(notification),
  };
}

/**
 * Builds a test notification for one endpoint, regardless of the endpoint's chosen events. Tests are stored, ordered, signed and
 * retried like other notifications.
 */
export function newTestNotification(endpoint: Endpoint, sequence: number, atMs: number): NotificationItem {
  const { partnerId, isDefault, id, url } = endpoint;
  return newNotificationItem({
    subject: { kind: 'PARTNER', id: partnerId },
    ...{ sequence, partnerId, event: 'TEST_EVENT', userId: null, payload: testPayload(), atMs },
    deliver: isDefault && url !== null,
    endpointIds: isDefault ? [] : [id],
  });
}

/**
 * Returns the sequence number of the next notification about the partner itself. An atomic counter gives concurrent callers
 * different numbers. A caller that fails afterwards leaves a gap; gaps are allowed.
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

/** Finds a partner's notification by id; `undefined` if the partner has no notification with this id. */
export async function findNotification(partnerId: string, id: string): Promise<NotificationItem | undefined> {
  const known = normalizeId(id);
  if (known === undefined) return undefined;
  const row = await readItem({ PK: listPartition(partnerId, 'NTF', allFacet), SK: known });
  if (typeof row?.pk !== 'string' || typeof row.sk !== 'string') return undefined;
  return readRecord({ PK: row.pk, SK: row.sk }, (raw) => notificationItem.parse(raw));
}

/** Reads all notifications about a transaction of the partner; empty for another partner's transaction. */
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
