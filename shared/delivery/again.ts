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

/** Whether a replay may take a notification: one on its way needs none, one given up thrice had its chances. */
export function replayable({ status, manualRetryCount }: NotificationItem): boolean {
  if (status === 'PENDING') return false;
  return status !== 'FAILED' || manualRetryCount < MANUAL_RETRIES;
}

/**
 * The item after a replay. One that was never attempted takes its place in the order of its transaction
 * again: those behind it wait for its first attempt. One may be parked already, behind an earlier one, which will
 * wake this one instead.
 */
export function replayed(item: NotificationItem, nowMs: number): NotificationItem {
  const { gateOpen, ...next } = reopened(item, nowMs);
  const isFirst = item.firstAttemptAt === undefined;
  const waitedFor = item.transactionId !== undefined && isFirst;
  return {
    ...next,
    ...(waitedFor || gateOpen === undefined ? {} : { gateOpen }),
    ...(isFirst ? { awaited: true } : {}),
    lane: 'RETRY',
    replayCount: (item.replayCount ?? 0) + 1,
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
