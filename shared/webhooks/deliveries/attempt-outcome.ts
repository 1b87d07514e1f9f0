/** The state of a delivery after an attempt. Pure: one image of the item in, the next one out. */

import { failedEntry } from '#shared/dynamodb/look-ups';
import { isStoredApart, storedErrorText } from '#shared/webhooks/domain/endpoint-response';
import { waitBeforeNextMs } from '#shared/webhooks/domain/retry-schedule';
import { type DeliveryItem, dueAttributes, type NotificationItem } from '#shared/webhooks/item';
import type { AttemptResult } from '#shared/webhooks/sender';

/** Time after which an attempt that is due counts as lost. */
const REDRIVE_GRACE_MS = 120_000;
/** Attempts that a delivery shows, the latest ones. */
export const MAX_KEPT_ATTEMPTS = 20;

/** An attempt that has ended. */
export interface EndedAttempt extends AttemptResult {
  /** The delivery run it was made for, and how many had been made before it. */
  readonly deliveryRun: number;
  readonly attemptsMade: number;
  /** True where a failure is final, regardless of the schedule. @default false */
  readonly isLast?: boolean;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export interface RetrySchedule {
  /** Seconds before each attempt. */
  readonly waits: readonly number[];
  /** A fraction from 0 up to 1, for the jitter. */
  readonly random: number;
}

/**
 * The item after an attempt, or `undefined` when the attempt changes nothing.
 *
 * A success counts whenever it comes, also after the attempts were given up or a manual delivery run has begun: the
 * partner has it. A failure counts once, for the attempt that it was.
 */
export function applyAttempt(
  item: NotificationItem,
  attempt: EndedAttempt,
  retries: RetrySchedule,
): NotificationItem | undefined;
export function applyAttempt(
  item: DeliveryItem,
  attempt: EndedAttempt,
  retries: RetrySchedule,
): DeliveryItem | undefined;
export function applyAttempt(
  item: DeliveryItem,
  attempt: EndedAttempt,
  retries: RetrySchedule,
): DeliveryItem | undefined {
  const isCurrent = item.deliveryRun === attempt.deliveryRun && item.retryAttempts === attempt.attemptsMade;
  if (attempt.error === null) return item.status === 'SENT' ? undefined : applySuccess(item, attempt, isCurrent);
  if (item.status !== 'PENDING' || !isCurrent) return undefined;
  return applyFailure(item, { attempt, message: attempt.error }, retries);
}

/** The item given up because handling it kept failing on our side; `undefined` when it has changed since. */
export function failUndeliverable(
  item: DeliveryItem,
  asked: { deliveryRun: number; attemptsMade: number },
  nowMs: number,
): DeliveryItem | undefined {
  const isCurrent =
    item.status === 'PENDING' && item.deliveryRun === asked.deliveryRun && item.retryAttempts === asked.attemptsMade;
  if (!isCurrent) return undefined;
  // Not `firstAttemptAt`: perhaps none was made. A manual retry then still waits for the ones before it.
  return {
    ...withoutPendingFields(item),
    status: 'FAILED',
    nextReleased: true,
    failedReason: 'INFRASTRUCTURE',
    ...failedEntry(item.id, item.createdAt),
    ...versionFields(item, nowMs),
  };
}

function applySuccess(item: DeliveryItem, attempt: EndedAttempt, isCurrent: boolean): DeliveryItem {
  const { failedReason: _, ...rest } = withoutPendingFields(item);
  return {
    ...rest,
    ...attemptFields(item, attempt),
    status: 'SENT',
    retryAttempts: isCurrent ? attempt.attemptsMade + 1 : item.retryAttempts,
  };
}

function applyFailure(
  item: DeliveryItem,
  { attempt, message }: { readonly attempt: EndedAttempt; readonly message: string },
  { waits, random }: RetrySchedule,
): DeliveryItem {
  const made = attempt.attemptsMade + 1;
  const written = {
    ...withoutPendingFields(item),
    ...attemptFields(item, attempt),
    retryAttempts: made,
    latestErrorPayload: storedErrorText(attempt.responseBody, { message, notificationId: item.id }),
  };
  const waitMs = attempt.isLast === true ? undefined : waitBeforeNextMs(waits, made, random);
  if (waitMs === undefined)
    return {
      ...written,
      status: 'FAILED',
      failedReason: 'ATTEMPTS_EXHAUSTED',
      ...failedEntry(item.id, item.createdAt),
    };
  const nextAttemptAt = attempt.endedAtMs + waitMs;
  return { ...written, nextAttemptAt, ...dueAttributes(item.id, nextAttemptAt + REDRIVE_GRACE_MS) };
}

/** The item without what only a pending one has, and without the entry of one that has FAILED. */
function withoutPendingFields(item: DeliveryItem): DeliveryItem {
  const { outbox: _outbox, duePk: _duePk, dueAt: _dueAt, leaseUntil: _lease, nextAttemptAt: _next, ...rest } = item;
  return rest;
}

function attemptFields(item: DeliveryItem, attempt: EndedAttempt) {
  const { statusCode, durationMs, error } = attempt;
  const entry = { at: attemptTime(attempt), statusCode, durationMs, error, ...answerFields(attempt) };
  return {
    attempts: [...item.attempts, entry].slice(-MAX_KEPT_ATTEMPTS),
    firstAttemptAt: item.firstAttemptAt ?? attempt.endedAtMs,
    nextReleased: true,
    ...versionFields(item, attempt.endedAtMs),
  };
}

/** Names an attempt, and its answer, by the time at which it began (ISO 8601). */
export function attemptTime({ startedAtMs }: Pick<EndedAttempt, 'startedAtMs'>): string {
  return new Date(startedAtMs).toISOString();
}

function answerFields({ responseBody }: EndedAttempt) {
  if (isStoredApart(responseBody)) return { answerStored: true as const };
  return responseBody === undefined ? {} : { responseBody };
}

function versionFields(item: DeliveryItem, atMs: number) {
  return { version: item.version + 1, updatedAt: new Date(atMs).toISOString() };
}
