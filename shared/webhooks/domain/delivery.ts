/** Delivery of a notification to one endpoint: lease, outcomes of attempts, manual retries and replays. Pure functions. */

import { isStoredApart, storedErrorText } from './endpoint-response';
import type { NotificationStatus } from './events';
import { waitBeforeNextMs } from './retry-schedule';

/** Current state of a delivery. Number times are epoch ms; string times are ISO 8601. */
export interface Delivery {
  /** Id of the notification, equal for the deliveries to all endpoints. */
  readonly id: string;
  readonly status: NotificationStatus;
  /** Starts at 1 and increases with each manual retry or replay. Workers ignore the messages of earlier delivery runs. */
  readonly deliveryRun: number;
  /** Attempts made in this delivery run. */
  readonly retryAttempts: number;
  readonly manualRetryCount: number;
  /** Number of replays. @default 0 */
  readonly replayCount?: number | undefined;
  /** Digest of the idempotency key of the latest replay. */
  readonly replayKeyDigest?: string | undefined;
  /** Set in a delivery run that a replay started. The first attempt then uses the retry queue, not the queue of new events. */
  readonly queue?: 'RETRY' | undefined;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** End time of the first attempt. */
  readonly firstAttemptAt?: number | undefined;
  /** True if the next notification of the same transaction or user may already make its first attempt. */
  readonly nextReleased?: boolean | undefined;
  /** True if the next notification may wait for this one. The worker wakes the waiter after the first attempt. */
  readonly hasWaiter?: true | undefined;
  /** End of the lease. Until this time only one worker may make the attempt. */
  readonly leaseUntil?: number | undefined;
  /** Earliest time of the next attempt. */
  readonly nextAttemptAt?: number | undefined;
  readonly failedReason?: string | undefined;
  /** JSON text of the latest error (`storedErrorText`); absent before the first error. */
  readonly latestErrorPayload?: string | undefined;
  readonly lastManualRetryAt?: string | undefined;
  /** The latest attempts, at most `MAX_KEPT_ATTEMPTS`. */
  readonly attempts: readonly Attempt[];
}

/** The result of an attempt at an endpoint. */
export interface AttemptResult {
  /** `null` if no HTTP status was received. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** `null` on success, otherwise a short reason of the failure. Contains no text from the partner. */
  readonly error: string | null;
  /** Body of the endpoint's response, as text of at most 4 KB; absent without a body. */
  readonly responseBody?: string | undefined;
}

/** An attempt in the attempt list of a delivery. Contains a short response body; longer bodies are stored separately. */
export interface Attempt extends AttemptResult {
  readonly at: string;
  /** Set if the response body is stored in a separate item. */
  readonly responseStored?: true | undefined;
}

/** Identifies the next attempt of a delivery run, for example in a queue message. */
export interface NextAttempt {
  readonly deliveryRun: number;
  /** Number of earlier attempts in the delivery run. */
  readonly attemptsMade: number;
}

/** A completed attempt with its result. */
export interface EndedAttempt extends AttemptResult, NextAttempt {
  /** True if a failure of this attempt is final, even if the schedule has further attempts. @default false */
  readonly isLast?: boolean;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export interface RetrySchedule {
  /** Wait before each attempt, in seconds. */
  readonly waits: readonly number[];
  /** Random number from 0 to below 1, for the jitter. */
  readonly random: number;
}

/** Time after which an attempt counts as lost, measured from its due time. */
const OVERDUE_AFTER_MS = 120_000;
/** Number of latest attempts that a delivery stores. */
export const MAX_KEPT_ATTEMPTS = 20;
/** Maximum number of manual retries of one delivery. */
export const MAX_MANUAL_RETRIES = 3;
/**
 * Maximum number of deliveries of a notification to additional endpoints, including deleted endpoints. The maximum limits the
 * size of the notification's item and the cost of reading all its deliveries.
 */
export const MAX_DELIVERIES = 20;

/** Returns the state of a delivery before its first attempt. */
export function newDelivery(atMs: number) {
  const at = new Date(atMs).toISOString();
  const counts = { deliveryRun: 1, retryAttempts: 0, manualRetryCount: 0, version: 1 };
  return { ...counts, createdAt: at, updatedAt: at, attempts: [] };
}

/** Returns the time (epoch ms) from which the next attempt of a pending delivery counts as lost. */
export function overdueFrom({ nextAttemptAt, updatedAt }: Pick<Delivery, 'nextAttemptAt' | 'updatedAt'>): number {
  return (nextAttemptAt ?? Date.parse(updatedAt)) + OVERDUE_AFTER_MS;
}

/** Returns true if the next notification may make its first attempt: `nextReleased` is set, or this delivery is not pending. */
export function releasesNext({ nextReleased, status }: Delivery): boolean {
  return nextReleased === true || status !== 'PENDING';
}

/** The reason why a lease of the next attempt was refused. */
export type LeaseRefusal =
  /**
   * The attempt already has an outcome. The worker sends the messages for the next attempt and the waiter again, because the
   * earlier worker may have crashed before sending them.
   */
  | { readonly kind: 'ENDED' }
  /** The message specifies a later attempt than the next attempt of the delivery. */
  | { readonly kind: 'AHEAD' }
  /** Another worker has the lease until `untilMs` (epoch ms). */
  | { readonly kind: 'LEASED'; readonly untilMs: number }
  /** The attempt is due at `dueMs` (epoch ms). The lease may be available then. */
  | { readonly kind: 'EARLY'; readonly dueMs: number };

/** Returns the reason why a worker could not lease an attempt. */
export function explainRefusedLease(delivery: Delivery, attempt: NextAttempt, nowMs: number): LeaseRefusal {
  const { status, deliveryRun, retryAttempts, leaseUntil, nextAttemptAt = 0 } = delivery;
  if (status !== 'PENDING' || deliveryRun !== attempt.deliveryRun || retryAttempts > attempt.attemptsMade)
    return { kind: 'ENDED' };
  if (retryAttempts < attempt.attemptsMade) return { kind: 'AHEAD' };
  if (leaseUntil !== undefined && leaseUntil >= nowMs) return { kind: 'LEASED', untilMs: leaseUntil };
  return { kind: 'EARLY', dueMs: nextAttemptAt };
}

/**
 * Returns the delivery after an attempt; `undefined` if the attempt changes nothing. A success counts even after FAILED or a
 * manual retry, because the partner has the notification. A failure counts only if the attempt is still the next one.
 */
export function applyAttempt<D extends Delivery>(
  delivery: D,
  attempt: EndedAttempt,
  retries: RetrySchedule,
): D | undefined {
  if (attempt.error === null) return delivery.status === 'SENT' ? undefined : applySuccess(delivery, attempt);
  return isNext(delivery, attempt) ? applyFailure(delivery, { attempt, message: attempt.error }, retries) : undefined;
}

/** Sets a delivery to FAILED after repeated failures on our side. Returns `undefined` if `attempt` is no longer the next one. */
export function failUndeliverable<D extends Delivery>(delivery: D, attempt: NextAttempt, nowMs: number): D | undefined {
  if (!isNext(delivery, attempt)) return undefined;
  // Does not set `firstAttemptAt`, because perhaps no attempt was made. While it is unset, a manual retry still waits for earlier
  // notifications.
  const ended = { status: 'FAILED', nextReleased: true, failedReason: 'INFRASTRUCTURE' } as const;
  return { ...delivery, ...noAttemptPlanned, ...ended, ...nextVersion(delivery, nowMs) };
}

function isNext({ status, deliveryRun, retryAttempts }: Delivery, attempt: NextAttempt): boolean {
  return status === 'PENDING' && deliveryRun === attempt.deliveryRun && retryAttempts === attempt.attemptsMade;
}

function applySuccess<D extends Delivery>(delivery: D, attempt: EndedAttempt): D {
  const isCurrent = delivery.deliveryRun === attempt.deliveryRun && delivery.retryAttempts === attempt.attemptsMade;
  return {
    ...delivery,
    ...noAttemptPlanned,
    ...withAttempt(delivery, attempt),
    status: 'SENT',
    failedReason: undefined,
    retryAttempts: isCurrent ? attempt.attemptsMade + 1 : delivery.retryAttempts,
  };
}

function applyFailure<D extends Delivery>(
  delivery: D,
  { attempt, message }: { readonly attempt: EndedAttempt; readonly message: string },
  { waits, random }: RetrySchedule,
): D {
  const made = attempt.attemptsMade + 1;
  const failed = {
    ...delivery,
    ...noAttemptPlanned,
    ...withAttempt(delivery, attempt),
    retryAttempts: made,
    latestErrorPayload: storedErrorText(attempt.responseBody, { message, notificationId: delivery.id }),
  };
  const waitMs = attempt.isLast === true ? undefined : waitBeforeNextMs(waits, made, random);
  if (waitMs === undefined) return { ...failed, status: 'FAILED', failedReason: 'ATTEMPTS_EXHAUSTED' };
  return { ...failed, nextAttemptAt: attempt.endedAtMs + waitMs };
}

/** Fields of a delivery without a lease and without a planned attempt. */
const noAttemptPlanned = { leaseUntil: undefined, nextAttemptAt: undefined };

function withAttempt(delivery: Delivery, attempt: EndedAttempt) {
  const { statusCode, durationMs, error } = attempt;
  const entry: Attempt = { at: attemptTime(attempt), statusCode, durationMs, error, ...responseFields(attempt) };
  return {
    attempts: [...delivery.attempts, entry].slice(-MAX_KEPT_ATTEMPTS),
    firstAttemptAt: delivery.firstAttemptAt ?? attempt.endedAtMs,
    nextReleased: true,
    ...nextVersion(delivery, attempt.endedAtMs),
  };
}

/** Returns the start time of an attempt (ISO 8601). This time identifies the attempt and its stored response. */
export function attemptTime({ startedAtMs }: Pick<EndedAttempt, 'startedAtMs'>): string {
  return new Date(startedAtMs).toISOString();
}

function responseFields({ responseBody }: EndedAttempt) {
  if (isStoredApart(responseBody)) return { responseStored: true as const };
  return responseBody === undefined ? {} : { responseBody };
}

function nextVersion({ version }: Delivery, atMs: number) {
  return { version: version + 1, updatedAt: new Date(atMs).toISOString() };
}

/** Starts a new delivery run of a FAILED delivery, at the partner's request. */
export function startManualRetry<D extends Delivery>(delivery: D, nowMs: number): D {
  return {
    ...startDeliveryRun(delivery, nowMs),
    queue: undefined,
    manualRetryCount: delivery.manualRetryCount + 1,
    lastManualRetryAt: new Date(nowMs).toISOString(),
  };
}

/**
 * Returns true if a replay may include the delivery. Excludes pending deliveries, FAILED deliveries without remaining manual
 * retries, and deliveries that this replay has already included.
 */
export function isReplayable({ status, manualRetryCount, replayKeyDigest }: Delivery, keyDigest?: string): boolean {
  if (status === 'PENDING' || (keyDigest !== undefined && replayKeyDigest === keyDigest)) return false;
  return status !== 'FAILED' || manualRetryCount < MAX_MANUAL_RETRIES;
}

/**
 * Returns the deleted endpoint with the oldest delivery, which a replay replaces; `undefined` below `MAX_DELIVERIES`.
 * @param existing ids of the partner's endpoints
 */
export function findReplacedEndpoint(endpointIds: readonly string[], existing: readonly string[]): string | undefined {
  return endpointIds.length < MAX_DELIVERIES ? undefined : endpointIds.find((id) => !existing.includes(id));
}

export interface ReplayOptions {
  /** Digest of the replay request's idempotency key. @default none */
  readonly keyDigest?: string | undefined;
  /** False for a test notification. A test notification neither waits for other notifications nor delays them. @default true */
  readonly isOrdered?: boolean;
}

/**
 * Starts a new delivery run of an ended delivery. Without an earlier attempt, an ordered replay makes the next notification of
 * the same transaction or user wait for this delivery.
 */
export function startReplay<D extends Delivery>(delivery: D, nowMs: number, options: ReplayOptions = {}): D {
  const isAwaited = delivery.firstAttemptAt === undefined && (options.isOrdered ?? true);
  const run = startDeliveryRun(delivery, nowMs);
  return asReplay(isAwaited ? { ...run, nextReleased: undefined } : run, options);
}

/**
 * Starts a replay for an endpoint that did not receive the notification before. If the replay is ordered, the next notification
 * of the same transaction or user waits for this delivery.
 */
export function firstReplay<D extends Delivery>(delivery: D, options: ReplayOptions): D {
  return asReplay(options.isOrdered === false ? { ...delivery, nextReleased: true } : delivery, options);
}

function asReplay<D extends Delivery>(delivery: D, { keyDigest }: ReplayOptions): D {
  return {
    ...delivery,
    // The next notification may already wait for the notification before this one. After the first attempt of that earlier
    // notification, the worker wakes only this delivery. This delivery must then wake the next notification.
    hasWaiter: delivery.firstAttemptAt === undefined ? true : delivery.hasWaiter,
    queue: 'RETRY',
    replayCount: (delivery.replayCount ?? 0) + 1,
    replayKeyDigest: keyDigest ?? delivery.replayKeyDigest,
  };
}

/** Starts a new delivery run with the same id and body. Workers ignore the queue messages of earlier delivery runs. */
function startDeliveryRun<D extends Delivery>(delivery: D, nowMs: number): D {
  return {
    ...delivery,
    ...noAttemptPlanned,
    failedReason: undefined,
    latestErrorPayload: undefined,
    status: 'PENDING',
    deliveryRun: delivery.deliveryRun + 1,
    retryAttempts: 0,
    ...nextVersion(delivery, nowMs),
  };
}
