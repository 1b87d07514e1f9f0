/**
 * The stored notification and its deliveries to additional endpoints (docs/adr/014). The attributes `outbox` and `dueAt`
 * (docs/adr/004) are computed when an item is written (deliveries/item.ts).
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

/** A notification. The delivery fields describe the delivery to the partner's default endpoint. */
export const notificationItem = z.object({
  ...deliveryState,
  entity: z.literal('NTF'),
  event: z.string(),
  type: z.string(),
  /** Body of every attempt, fixed when the event occurred. */
  body: z.string(),
  /** Trace of the request that caused the notification. @default none */
  traceparent: z.optional(z.string()),
  status: z.enum(notificationStatuses),
  /** Ids of the additional endpoints that the notification is delivered to. @default none */
  endpointIds: z.optional(z.array(z.string())),
});

export type NotificationItem = z.infer<typeof notificationItem>;

/** Delivery of a notification to an additional endpoint. The body is stored only in the notification. */
export const endpointDeliveryItem = z.object({
  ...deliveryState,
  entity: z.literal('DELIVERY'),
  endpointId: z.string(),
  status: z.enum(deliveryStatuses),
});

export type EndpointDeliveryItem = z.infer<typeof endpointDeliveryItem>;

/** A notification (also the delivery to the default endpoint), or a delivery to an additional endpoint. */
export const deliveryItem = z.discriminatedUnion('entity', [notificationItem, endpointDeliveryItem]);

export type DeliveryItem = NotificationItem | EndpointDeliveryItem;

/** Table key of a delivery, as contained in messages. */
type DeliveryAddress = Readonly<Record<'pk' | 'sk', string>>;

/** Identifies a delivery, by its item or by a message about the delivery. */
export type DeliveryReference = Pick<DeliveryItem, 'PK' | 'SK'> | DeliveryAddress;

export function toAddress({ PK, SK }: Pick<DeliveryItem, 'PK' | 'SK'>): DeliveryAddress {
  return { pk: PK, sk: SK };
}

export function toDeliveryKey(of: DeliveryReference): RecordKey {
  return 'pk' in of ? { PK: of.pk, SK: of.sk } : { PK: of.PK, SK: of.SK };
}

/** Returns the position of a notification among the notifications of the same transaction, user or partner, from 1. */
export function readSequence(of: DeliveryReference): number {
  const { SK } = toDeliveryKey(of);
  return Number(SK.slice(SK.indexOf('#') + 1));
}

/** Returns true if a notification or delivery is a test, which is about the partner itself. */
export function isAboutPartner({ PK }: Pick<DeliveryItem, 'PK'>): boolean {
  return PK.startsWith('PARTNER#');
}

/** Returns the digest of a replay's idempotency key. Replayed notifications store the digest. */
export function toReplayMark(idempotencyKey: string): string {
  return digest(idempotencyKey);
}
