/**
 * The stored notification, and its deliveries to additional endpoints (docs/adr/014). Each is its own outbox: while `outbox`
 * is OPEN the table stream carries it to the bus (docs/adr/004). `dueAt` is the fallback: the redrive sends every overdue
 * item again. Both follow from the delivery, so that only writes know them (deliveries/item.ts).
 */
import * as z from 'zod/mini';
import { digest, type RecordKey } from '#shared/dynamodb/keys';
import { deliveryStatuses, notificationStatuses } from './domain/events';

/** The state of the delivery to one endpoint (`Delivery`). */
const deliveryState = {
  PK: z.string(),
  SK: z.string(),
  id: z.string(),
  partnerId: z.string(),
  transactionId: z.optional(z.string()),
  replayKeyDigest: z.optional(z.string()),
  deliveryRun: z.number(),
  retryAttempts: z.number(),
  manualRetryCount: z.number(),
  replayCount: z.optional(z.number()),
  queue: z.optional(z.literal('RETRY')),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  firstAttemptAt: z.optional(z.number()),
  nextReleased: z.optional(z.boolean()),
  hasWaiter: z.optional(z.literal(true)),
  leaseUntil: z.optional(z.number()),
  nextAttemptAt: z.optional(z.number()),
  failedReason: z.optional(z.string()),
  latestErrorPayload: z.optional(z.string()),
  lastManualRetryAt: z.optional(z.string()),
  attempts: z.array(
    z.object({
      at: z.string(),
      statusCode: z.nullable(z.number()),
      durationMs: z.number(),
      error: z.nullable(z.string()),
      responseBody: z.optional(z.string()),
      responseStored: z.optional(z.literal(true)),
    }),
  ),
};

/** A notification. Its delivery state belongs to the partner's default endpoint. */
export const notificationItem = z.object({
  ...deliveryState,
  entity: z.literal('NTF'),
  event: z.string(),
  type: z.string(),
  /** The bytes that every attempt sends, fixed when the event happened. */
  body: z.string(),
  /** Trace of the request that caused it. @default none */
  traceparent: z.optional(z.string()),
  status: z.enum(notificationStatuses),
  /** The additional endpoints that it has a delivery for. @default none */
  endpointIds: z.optional(z.array(z.string())),
});

export type NotificationItem = z.infer<typeof notificationItem>;

/** The delivery of a notification to an additional endpoint. It sends the notification's body. */
export const endpointDeliveryItem = z.object({
  ...deliveryState,
  entity: z.literal('DELIVERY'),
  endpointId: z.string(),
  status: z.enum(deliveryStatuses),
});

export type EndpointDeliveryItem = z.infer<typeof endpointDeliveryItem>;

/** A notification, delivered to the default endpoint, or its delivery to an additional one. */
export const deliveryItem = z.discriminatedUnion('entity', [notificationItem, endpointDeliveryItem]);

export type DeliveryItem = NotificationItem | EndpointDeliveryItem;

/** The key of a delivery, as messages carry it. */
type DeliveryAddress = Readonly<Record<'pk' | 'sk', string>>;

/** Identifies a delivery: itself, or a message about it. */
export type DeliveryReference = Pick<DeliveryItem, 'PK' | 'SK'> | DeliveryAddress;

export function toAddress({ PK, SK }: Pick<DeliveryItem, 'PK' | 'SK'>): DeliveryAddress {
  return { pk: PK, sk: SK };
}

export function toDeliveryKey(of: DeliveryReference): RecordKey {
  return 'pk' in of ? { PK: of.pk, SK: of.sk } : { PK: of.PK, SK: of.SK };
}

/** Position of a notification among the notifications of its subject, from 1. */
export function readSequence(of: DeliveryReference): number {
  const { SK } = toDeliveryKey(of);
  return Number(SK.slice(SK.indexOf('#') + 1));
}

/** Returns true if a notification or a delivery is about the partner itself: a test, which has no place in an order. */
export function isAboutPartner({ PK }: Pick<DeliveryItem, 'PK'>): boolean {
  return PK.startsWith('PARTNER#');
}

/** Makes the digest by which a replayed notification names the idempotency key of its replay. */
export function toReplayMark(idempotencyKey: string): string {
  return digest(idempotencyKey);
}
