/** Creation of notifications: always inside the write that causes them. */

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

/** The endpoints that a notification is sent to. */
export interface Recipients {
  /** True for the default endpoint: else the notification is stored as NOT_SENT. */
  readonly deliver: boolean;
  /** The additional endpoints. @default none */
  readonly endpointIds?: readonly string[];
}

/** The recipients of each event of a partner. */
export type RecipientsFor = (event: EventName) => Recipients;

const eventTypes = z.optional(z.array(z.string()));

/** Facts of endpoints in the settings that notifying writes read. */
const choices = z.object({
  url: z.nullish(z.string()),
  eventTypes,
  endpoints: z._default(z.array(z.object({ id: z.string(), eventTypes })), []),
});

/** Reads where a partner's events go. */
export async function readRecipients(partnerId: string): Promise<RecipientsFor> {
  const raw = await readItem(webhookSettingsKey(partnerId));
  return (event) => chooseRecipients(raw, event);
}

/** Chooses the endpoints of an event by the settings as they were read. */
export function chooseRecipients(raw: StoredRecord | undefined, event: EventName): Recipients {
  const { url, eventTypes, endpoints } = choices.parse(raw ?? {});
  return {
    deliver: typeof url === 'string' && isChosen(eventTypes, event),
    endpointIds: endpoints.filter((endpoint) => isChosen(endpoint.eventTypes, event)).map(({ id }) => id),
  };
}

export interface NewNotification extends Recipients {
  readonly subject: NotificationSubject;
  /** Position among the subject's notifications, from 1, without gaps. */
  readonly sequence: number;
  readonly partnerId: string;
  readonly event: EventName;
  /** The user that it concerns; null for a test. */
  readonly userId: string | null;
  /** The event's own members, without the members of every payload. */
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

/** A partner's own sequence numbers are drawn before the commit: the next one may already be blocked by an earlier one. */
function pendingState(key: Parameters<typeof isAboutPartner>[0]) {
  return { status: 'PENDING' as const, ...(isAboutPartner(key) ? { hasWaiter: true as const } : {}) };
}

/** The actions that store a new notification, its list rows, and its delivery to each additional endpoint. */
export function notificationItemWrites(item: NotificationItem): PendingWrite[] {
  const atMs = Date.parse(item.createdAt);
  return [
    putIfAbsent(newItem(item)),
    ...addToLists(notificationListRow(item), notificationFacets(item)),
    ...(item.endpointIds ?? []).map((endpointId) => putIfAbsent(newItem(newEndpointDelivery(item, endpointId, atMs)))),
  ];
}

/** The delivery of a notification to an additional endpoint, before its first attempt. It names the body and holds no copy. */
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

/** Makes a test event for one endpoint only, regardless of its chosen events: stored, in order, signed and retried like every other. */
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

/** Every notification about a transaction, if it is the partner's own; empty for any other. */
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
