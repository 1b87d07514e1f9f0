/**
 * How a finished delivery is sent again. Pure: one image of the item in, the next one out. It keeps its id and
 * its bytes; a new delivery run voids every message of the earlier ones.
 */

import {
  type DeliveryItem,
  dueAttributes,
  type EndpointDeliveryItem,
  type NotificationItem,
} from '#shared/webhooks/item';
import { FIRST_ATTEMPT_OVERDUE_MS } from '#shared/webhooks/repository';

/** How often one notification may be retried by hand. */
export const MAX_MANUAL_RETRIES = 3;

/** The item after a manual retry. */
export function startManualRetry(item: NotificationItem, nowMs: number): NotificationItem;
export function startManualRetry(item: EndpointDeliveryItem, nowMs: number): EndpointDeliveryItem;
export function startManualRetry(item: DeliveryItem, nowMs: number): DeliveryItem;
export function startManualRetry(item: DeliveryItem, nowMs: number): DeliveryItem {
  const { queue: _, ...next } = startDeliveryRun(item, nowMs);
  return { ...next, manualRetryCount: item.manualRetryCount + 1, lastManualRetryAt: new Date(nowMs).toISOString() };
}

/**
 * Whether a replay may include a delivery: not one that is being delivered, not one with all manual retries used,
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
 * The item after a replay. One that was never attempted takes its place in the order of its transaction again: the next
 * ones wait for its first attempt. The next one may already be blocked by an earlier one, which will wake this one
 * instead.
 * @param keyDigest of the idempotency key that the replay was asked for with
 */
export function startReplay(item: NotificationItem, nowMs: number, keyDigest?: string | undefined): NotificationItem;
export function startReplay(item: DeliveryItem, nowMs: number, keyDigest?: string | undefined): DeliveryItem;
export function startReplay(item: DeliveryItem, nowMs: number, keyDigest?: string | undefined): DeliveryItem {
  const { nextReleased, ...next } = startDeliveryRun(item, nowMs);
  const isFirst = item.firstAttemptAt === undefined;
  const isAwaited = item.transactionId !== undefined && isFirst;
  return {
    ...next,
    ...(isAwaited || nextReleased === undefined ? {} : { nextReleased }),
    ...(isFirst ? { hasWaiter: true } : {}),
    queue: 'RETRY',
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
