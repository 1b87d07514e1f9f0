/**
 * Sends a finished delivery again, and an endpoint what it was not sent before. Pure: one image of the
 * item in, the next one out. Id and bytes stay; a new delivery run voids every message of the earlier ones.
 */

import {
  type DeliveryItem,
  dueAttributes,
  type EndpointDeliveryItem,
  isAboutPartner,
  type NotificationItem,
} from '#shared/webhooks/item';
import { FIRST_ATTEMPT_OVERDUE_MS, newEndpointDelivery } from '#shared/webhooks/repository';

/** Manual retries of one notification. */
export const MAX_MANUAL_RETRIES = 3;

/**
 * Deliveries to additional endpoints that a notification has at most, those to deleted endpoints included: this bounds its
 * size, and what showing it costs. A partner has far fewer endpoints at a time.
 */
export const MAX_DELIVERIES = 20;

/** The item after a manual retry. */
export function startManualRetry(item: NotificationItem, nowMs: number): NotificationItem;
export function startManualRetry(item: EndpointDeliveryItem, nowMs: number): EndpointDeliveryItem;
export function startManualRetry(item: DeliveryItem, nowMs: number): DeliveryItem;
export function startManualRetry(item: DeliveryItem, nowMs: number): DeliveryItem {
  const { queue: _, ...next } = startDeliveryRun(item, nowMs);
  return { ...next, manualRetryCount: item.manualRetryCount + 1, lastManualRetryAt: new Date(nowMs).toISOString() };
}

/**
 * Tells if a replay may include a delivery: not one that is being delivered, not one with all manual retries used,
 * and not one that this replay has already included.
 */
export function isReplayable(
  { status, manualRetryCount, replayKeyDigest }: DeliveryItem,
  keyDigest?: string | undefined,
): boolean {
  if (keyDigest !== undefined && replayKeyDigest === keyDigest) return false;
  if (status === 'PENDING') return false;
  return status !== 'FAILED' || manualRetryCount < MAX_MANUAL_RETRIES;
}

/**
 * The deleted endpoint whose delivery goes when a replay adds one to a notification that has as many as it may: the oldest.
 * @param existing the ids of the partner's endpoints
 */
export function findReplacedEndpoint(
  endpointIds: readonly string[],
  existing: ReadonlySet<string>,
): string | undefined {
  return endpointIds.length < MAX_DELIVERIES ? undefined : endpointIds.find((id) => !existing.has(id));
}

/**
 * The item after a replay. One that was never attempted takes its place in the order of its subject again: the next
 * ones wait for its first attempt.
 * @param keyDigest of the idempotency key that the replay was asked for with
 */
export function startReplay(item: NotificationItem, nowMs: number, keyDigest?: string | undefined): NotificationItem;
export function startReplay(item: DeliveryItem, nowMs: number, keyDigest?: string | undefined): DeliveryItem;
export function startReplay(item: DeliveryItem, nowMs: number, keyDigest?: string | undefined): DeliveryItem {
  const { nextReleased, ...next } = startDeliveryRun(item, nowMs);
  const isAwaited = item.firstAttemptAt === undefined && !isAboutPartner(item);
  return {
    ...next,
    ...(isAwaited || nextReleased === undefined ? {} : { nextReleased }),
    ...replayFields(item, keyDigest),
  };
}

/**
 * The delivery of a notification to an endpoint that was not sent it, as a replay makes it: in its place in the order of
 * its subject. Tests have no order, so that none waits for another one.
 */
export function newReplayDelivery(
  notification: NotificationItem,
  endpointId: string,
  { nowMs, keyDigest }: { readonly nowMs: number; readonly keyDigest: string | undefined },
): EndpointDeliveryItem {
  const delivery = newEndpointDelivery(notification, endpointId, nowMs);
  return {
    ...delivery,
    ...(isAboutPartner(notification) ? { nextReleased: true } : {}),
    ...replayFields(delivery, keyDigest),
  };
}

/** Makes the fields that a replay leaves on the item that it sends. */
function replayFields(item: DeliveryItem, keyDigest: string | undefined) {
  return {
    // The next one may already be blocked by an earlier one, which will wake this one instead.
    ...(item.firstAttemptAt === undefined ? { hasWaiter: true as const } : {}),
    queue: 'RETRY' as const,
    replayCount: (item.replayCount ?? 0) + 1,
    ...(keyDigest === undefined ? {} : { replayKeyDigest: keyDigest }),
  };
}

function startDeliveryRun(item: DeliveryItem, nowMs: number): DeliveryItem {
  const {
    leaseUntil: _lease,
    nextAttemptAt: _next,
    failedReason: _reason,
    latestErrorPayload: _payload,
    ...rest
  } = item;
  return {
    ...rest,
    status: 'PENDING',
    deliveryRun: item.deliveryRun + 1,
    retryAttempts: 0,
    version: item.version + 1,
    updatedAt: new Date(nowMs).toISOString(),
    outbox: 'OPEN',
    ...dueAttributes(item.id, nowMs + FIRST_ATTEMPT_OVERDUE_MS),
  };
}
