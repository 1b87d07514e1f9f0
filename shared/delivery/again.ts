/**
 * How a notification that has ended goes out again. Pure: one image of the item in, the next one out. It
 * keeps its id and its bytes; a new cycle makes every message of the earlier ones void.
 */
import type { NotificationItem } from '#shared/data/items/notification';
import { duePartition } from '#shared/data/keys';
import { FIRST_ATTEMPT_OVERDUE_MS } from '#shared/data/notifications';

/** How often one notification may be retried by hand. */
export const MANUAL_RETRIES = 3;

/** The item after a manual retry. */
export function retriedByHand(item: NotificationItem, nowMs: number): NotificationItem {
  const { lane: _, ...next } = reopened(item, nowMs);
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
export function replayable(
  { status, manualRetryCount, replayMark }: NotificationItem,
  mark?: string | undefined,
): boolean {
  if (mark !== undefined && replayMark === mark) return false;
  if (status === 'PENDING') return false;
  return status !== 'FAILED' || manualRetryCount < MANUAL_RETRIES;
}

/**
 * The item after a replay. One that was never attempted takes its place in the order of its transaction
 * again: those behind it wait for its first attempt. One may be parked already, behind an earlier one, which will
 * wake this one instead.
 *
 * @param mark of the idempotency key that the replay was asked for with
 */
export function replayed(item: NotificationItem, nowMs: number, mark?: string | undefined): NotificationItem {
  const { gateOpen, ...next } = reopened(item, nowMs);
  const isFirst = item.firstAttemptAt === undefined;
  const waitedFor = item.transactionId !== undefined && isFirst;
  return {
    ...next,
    ...(waitedFor || gateOpen === undefined ? {} : { gateOpen }),
    ...(isFirst ? { awaited: true } : {}),
    lane: 'RETRY',
    replayCount: (item.replayCount ?? 0) + 1,
    ...(mark === undefined ? {} : { replayMark: mark }),
  };
}

function reopened(item: NotificationItem, nowMs: number): NotificationItem {
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
    cycle: item.cycle + 1,
    retryAttempts: 0,
    version: item.version + 1,
    updatedAt: new Date(nowMs).toISOString(),
    outbox: 'OPEN',
    duePk: duePartition(item.id),
    dueAt: nowMs + FIRST_ATTEMPT_OVERDUE_MS,
  };
}
