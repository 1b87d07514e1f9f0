/**
 * How a notification that has ended goes out again. Pure: one image of the item in, the next one out. It
 * keeps its id and its bytes; a new delivery run makes every message of the earlier ones void.
 */

import { duePartition } from '#shared/dynamodb/keys';
import type { NotificationItem } from '#shared/webhooks/item';
import { FIRST_ATTEMPT_OVERDUE_MS } from '#shared/webhooks/repository';

/** How often one notification may be retried by hand. */
export const MAX_MANUAL_RETRIES = 3;

/** The item after a manual retry. */
export function startManualRetry(item: NotificationItem, nowMs: number): NotificationItem {
  const { queue: _, ...next } = startDeliveryRun(item, nowMs);
  return {
    ...next,
    manualRetryCount: item.manualRetryCount + 1,
    lastManualRetryAt: new Date(nowMs).toISOString(),
  };
}

/**
 * Whether a replay may take a notification: one on its way needs none, one given up thrice had its chances, and one that
 * bears the replay's own mark was taken by it before.
 */
export function isReplayable(
  { status, manualRetryCount, replayKeyDigest }: NotificationItem,
  keyDigest?: string | undefined,
): boolean {
  if (keyDigest !== undefined && replayKeyDigest === keyDigest) return false;
  if (status === 'PENDING') return false;
  return status !== 'FAILED' || manualRetryCount < MAX_MANUAL_RETRIES;
}

/**
 * The item after a replay. One that was never attempted takes its place in the order of its transaction
 * again: those behind it wait for its first attempt. One may be blocked already, behind an earlier one, which will
 * wake this one instead.
 *
 * @param keyDigest of the idempotency key that the replay was asked for with
 */
export function startReplay(
  item: NotificationItem,
  nowMs: number,
  keyDigest?: string | undefined,
): NotificationItem {
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

function startDeliveryRun(item: NotificationItem, nowMs: number): NotificationItem {
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
    duePk: duePartition(item.id),
    dueAt: nowMs + FIRST_ATTEMPT_OVERDUE_MS,
  };
}
