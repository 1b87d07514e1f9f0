/** What an attempt's end makes of a notification. Pure: one image of the item in, the next one out. */
import type { NotificationItem } from '#shared/data/items/notification';
import { duePartition } from '#shared/data/keys';
import type { Attempt } from '#shared/delivery/sender';
import { errorPayloadText } from '#shared/domain/webhooks/endpoint-answer';
import { waitBeforeNextMs } from '#shared/domain/webhooks/schedule';

/** How long after the time of an attempt the sweep takes it for lost. */
const GRACE_MS = 120_000;
const KEPT_ATTEMPTS = 20;

/** An attempt that has ended. */
export interface EndedAttempt extends Attempt {
  /** The cycle it was made for, and how many had been made before it. */
  readonly cycle: number;
  readonly k: number;
  /** Whether no other follows should it have failed, whatever the schedule says. @default false */
  readonly isLast?: boolean;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export interface Retries {
  /** Seconds before each attempt. */
  readonly waits: readonly number[];
  /** A fraction from 0 up to 1, for the jitter. */
  readonly random: number;
}

/**
 * The item after an attempt, or `undefined` when the attempt has nothing to add to what stands there.
 *
 * A success counts whenever it comes, also after the attempts were given up or a manual cycle has begun: the
 * partner has it. A failure counts once, for the attempt that it was.
 */
export function afterAttempt(
  item: NotificationItem,
  attempt: EndedAttempt,
  retries: Retries,
): NotificationItem | undefined {
  const current = item.cycle === attempt.cycle && item.retryAttempts === attempt.k;
  if (attempt.error === null) return item.status === 'SENT' ? undefined : delivered(item, attempt, current);
  if (item.status !== 'PENDING' || !current) return undefined;
  return failed(item, { attempt, message: attempt.error }, retries);
}

/** The item given up because handling it kept failing on our side; `undefined` when it has moved on since. */
export function afterBreakdown(
  item: NotificationItem,
  asked: { cycle: number; k: number },
  nowMs: number,
): NotificationItem | undefined {
  const stands = item.status === 'PENDING' && item.cycle === asked.cycle && item.retryAttempts === asked.k;
  if (!stands) return undefined;
  // Not `firstAttemptAt`: perhaps none was made. A manual retry then still waits for the ones before it.
  return {
    ...finished(item),
    status: 'FAILED',
    gateOpen: true,
    failedReason: 'INFRASTRUCTURE',
    ...changedAt(item, nowMs),
  };
}

function delivered(item: NotificationItem, attempt: EndedAttempt, current: boolean): NotificationItem {
  const { failedReason: _, ...rest } = finished(item);
  return {
    ...rest,
    ...recorded(item, attempt),
    status: 'SENT',
    retryAttempts: current ? attempt.k + 1 : item.retryAttempts,
  };
}

function failed(
  item: NotificationItem,
  { attempt, message }: { readonly attempt: EndedAttempt; readonly message: string },
  { waits, random }: Retries,
): NotificationItem {
  const made = attempt.k + 1;
  const written = {
    ...finished(item),
    ...recorded(item, attempt),
    retryAttempts: made,
    latestErrorPayload: errorPayloadText(attempt.responseBody, {
      message,
      notificationId: item.id,
    }),
  };
  const waitMs = attempt.isLast === true ? undefined : waitBeforeNextMs(waits, made, random);
  if (waitMs === undefined) return { ...written, status: 'FAILED', failedReason: 'ATTEMPTS_EXHAUSTED' };
  const nextAttemptAt = attempt.endedAtMs + waitMs;
  return { ...written, nextAttemptAt, dueAt: nextAttemptAt + GRACE_MS, duePk: duePartition(item.id) };
}

/** The item without what only a pending one has. */
function finished(item: NotificationItem): NotificationItem {
  const {
    outbox: _outbox,
    duePk: _duePk,
    dueAt: _dueAt,
    leaseUntil: _lease,
    nextAttemptAt: _next,
    ...rest
  } = item;
  return rest;
}

function recorded(item: NotificationItem, attempt: EndedAttempt) {
  const entry = {
    at: new Date(attempt.startedAtMs).toISOString(),
    statusCode: attempt.statusCode,
    durationMs: attempt.durationMs,
    error: attempt.error,
    ...(attempt.responseBody === undefined ? {} : { responseBody: attempt.responseBody }),
  };
  return {
    attempts: [...item.attempts, entry].slice(-KEPT_ATTEMPTS),
    firstAttemptAt: item.firstAttemptAt ?? attempt.endedAtMs,
    gateOpen: true,
    ...changedAt(item, attempt.endedAtMs),
  };
}

function changedAt(item: NotificationItem, atMs: number) {
  return { version: item.version + 1, updatedAt: new Date(atMs).toISOString() };
}
