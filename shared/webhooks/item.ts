/**
 * The stored notification, and its deliveries to further endpoints (docs/adr/041). Each is its own outbox: while `outbox`
 * is OPEN the table stream carries it to the bus (docs/adr/003). `dueAt` is the fallback: the redrive sends every overdue
 * item again.
 */
import * as z from 'zod/mini';
import { digest, duePartition, type RecordKey } from '#shared/dynamodb/keys';
import { deliveryStatuses, notificationStatuses } from './domain/events';

/** The state of the delivery to one endpoint. */
const deliveryState = {
  PK: z.string(),
  SK: z.string(),
  /** Of the notification: every endpoint is sent the same. */
  id: z.string(),
  partnerId: z.string(),
  transactionId: z.optional(z.string()),
  /** Digest of the idempotency key that it was last replayed by. */
  replayKeyDigest: z.optional(z.string()),
  /** 1 at first, one more with each manual retry and each replay: messages of an older delivery run are void. */
  deliveryRun: z.number(),
  /** Attempts made in this delivery run. */
  retryAttempts: z.number(),
  manualRetryCount: z.number(),
  /** Replays so far. @default 0 */
  replayCount: z.optional(z.number()),
  /** Set in a delivery run that a replay began: its first attempt stays out of the queue of new events. */
  queue: z.optional(z.literal('RETRY')),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  outbox: z.optional(z.literal('OPEN')),
  /** While it is PENDING, where the redrive finds it; once it has FAILED, where operators do (`failedEntry`). */
  duePk: z.optional(z.string()),
  /** Epoch ms. */
  dueAt: z.optional(z.number()),
  /** Epoch ms of the first attempt's end. */
  firstAttemptAt: z.optional(z.number()),
  /** Set when the next notification of the same subject may make its first attempt. */
  nextReleased: z.optional(z.boolean()),
  /** Set when the next one waits for it, or may: the end of its first attempt wakes that one. */
  hasWaiter: z.optional(z.literal(true)),
  /** Epoch ms until which one worker owns the attempt. */
  leaseUntil: z.optional(z.number()),
  /** Epoch ms before which no attempt is made. */
  nextAttemptAt: z.optional(z.number()),
  failedReason: z.optional(z.string()),
  /**
   * JSON text of an object: the partner's own where that is short, else ours; a longer one is the answer to the latest failed
   * attempt. A release before stored the object itself: the backfill `error-payload-text`.
   */
  latestErrorPayload: z.optional(z.unknown()),
  lastManualRetryAt: z.optional(z.string()),
  /** The last 20 attempts. */
  attempts: z.array(
    z.object({
      at: z.string(),
      statusCode: z.nullable(z.number()),
      durationMs: z.number(),
      error: z.nullable(z.string()),
      /** The endpoint's answer, where it is short or was stored by a release before `answerStored`; absent where nothing came. */
      responseBody: z.optional(z.string()),
      /** Set where the answer is an item of its own (answers/repository.ts). */
      answerStored: z.optional(z.literal(true)),
    }),
  ),
};

/** A notification. Its delivery state is that of the partner's first endpoint. */
export const notificationItem = z.object({
  ...deliveryState,
  entity: z.literal('NTF'),
  event: z.string(),
  type: z.string(),
  /** The bytes that every attempt sends, fixed when the event happened. */
  body: z.string(),
  status: z.enum(notificationStatuses),
  /** The further endpoints that it has a delivery for. @default none */
  endpointIds: z.optional(z.array(z.string())),
});

export type NotificationItem = z.infer<typeof notificationItem>;

/** The delivery of a notification to a further endpoint. What it sends is the notification's body. */
export const endpointDeliveryItem = z.object({
  ...deliveryState,
  entity: z.literal('DELIVERY'),
  endpointId: z.string(),
  status: z.enum(deliveryStatuses),
});

export type EndpointDeliveryItem = z.infer<typeof endpointDeliveryItem>;

/** A notification, delivered to the first endpoint, or its delivery to an additional endpoint. */
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

/** Position of a notification among those of its subject, from 1. */
export function readSequence(of: DeliveryReference): number {
  const { SK } = toDeliveryKey(of);
  return Number(SK.slice(SK.indexOf('#') + 1));
}

/** Tells if a notification or a delivery is about the partner itself: a test, which has no place in an order. */
export function isAboutPartner({ PK }: Pick<DeliveryItem, 'PK'>): boolean {
  return PK.startsWith('PARTNER#');
}

/** The attributes by which the redrive finds a delivery that is due. @param dueAt epoch ms */
export function dueAttributes(id: string, dueAt: number): Pick<DeliveryItem, 'duePk' | 'dueAt'> {
  return { duePk: duePartition(id), dueAt };
}

/** Makes the digest by which a replayed notification names the idempotency key of its replay. */
export function toReplayMark(idempotencyKey: string): string {
  return digest(idempotencyKey);
}
