/** The delivery of a notification to one endpoint: its lease, the outcome of its attempts, its retries and replays. Pure. */

import { isStoredApart, storedErrorText } from './endpoint-response';
import type { NotificationStatus } from './events';
import { waitBeforeNextMs } from './retry-schedule';

/** A delivery as it stands. Instants are epoch ms, or ISO 8601 where they are texts. */
export interface Delivery {
  /** Id of the notification: every endpoint is sent the same. */
  readonly id: string;
  readonly status: NotificationStatus;
  /** 1 at first, one more with each manual retry and each replay: messages of an older delivery run are void. */
  readonly deliveryRun: number;
  /** Attempts made in this delivery run. */
  readonly retryAttempts: number;
  readonly manualRetryCount: number;
  /** Replays so far. @default 0 */
  readonly replayCount?: number | undefined;
  /** Digest of the idempotency key of the latest replay. */
  readonly replayKeyDigest?: string | undefined;
  /** Set in a delivery run that a replay began: its first attempt stays out of the queue of new events. */
  readonly queue?: 'RETRY' | undefined;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** End of the first attempt. */
  readonly firstAttemptAt?: number | undefined;
  /** Set when the next notification of the same subject may make its first attempt. */
  readonly nextReleased?: boolean | undefined;
  /** Set when the next one waits for it, or may: the end of its first attempt wakes that one. */
  readonly hasWaiter?: true | undefined;
  /** End of the lease: until then one worker owns the attempt. */
  readonly leaseUntil?: number | undefined;
  /** Earliest time of the next attempt. */
  readonly nextAttemptAt?: number | undefined;
  readonly failedReason?: string | undefined;
  /** JSON text of the latest error (`storedErrorText`); absent before the first. */
  readonly latestErrorPayload?: string | undefined;
  readonly lastManualRetryAt?: string | undefined;
  /** The latest attempts, `MAX_KEPT_ATTEMPTS` at most. */
  readonly attempts: readonly Attempt[];
}

/** The result of an attempt at an endpoint. */
export interface AttemptResult {
  /** `null` when no status line came. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** `null` on success, else why it failed in a few words without any of the partner's text. */
  readonly error: string | null;
  /** The body of the endpoint's response, as text of at most 4 KB; absent if none came. */
  readonly responseBody?: string | undefined;
}

/** An attempt as a delivery shows it: with its response, where that is short. */
export interface Attempt extends AttemptResult {
  readonly at: string;
  /** Set where the response is stored apart from the delivery. */
  readonly responseStored?: true | undefined;
}

/** The next attempt of a delivery run, as messages name it. */
export interface NextAttempt {
  readonly deliveryRun: number;
  /** Attempts made before it in the delivery run. */
  readonly attemptsMade: number;
}

/** An attempt that has ended. */
export interface EndedAttempt extends AttemptResult, NextAttempt {
  /** True if a failure is final, regardless of the schedule. @default false */
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

/** Time after which an attempt that is due counts as lost. */
const OVERDUE_AFTER_MS = 120_000;
/** Attempts that a delivery shows, the latest ones. */
export const MAX_KEPT_ATTEMPTS = 20;
/** Manual retries of one delivery. */
export const MAX_MANUAL_RETRIES = 3;
/**
 * Deliveries to additional endpoints that a notification has at most, those to deleted endpoints included: this bounds its
 * size, and what showing it costs. A partner has far fewer endpoints at a time.
 */
export const MAX_DELIVERIES = 20;

/** State of every delivery before its first attempt. */
export function newDelivery(atMs: number) {
  const at = new Date(atMs).toISOString();
  const counts = { deliveryRun: 1, retryAttempts: 0, manualRetryCount: 0, version: 1 };
  return { ...counts, createdAt: at, updatedAt: at, attempts: [] };
}

/** Returns the time from which the next attempt of a pending delivery counts as lost, epoch ms. */
export function overdueFrom({ nextAttemptAt, updatedAt }: Pick<Delivery, 'nextAttemptAt' | 'updatedAt'>): number {
  return (nextAttemptAt ?? Date.parse(updatedAt)) + OVERDUE_AFTER_MS;
}

/** Returns true if the notification after this one may make its first attempt: the first attempt here has ended, or there will be none. */
export function releasesNext({ nextReleased, status }: Delivery): boolean {
  return nextReleased === true || status !== 'PENDING';
}

/** The reason why a lease of the next attempt was refused. */
export type LeaseRefusal =
  /** The attempt has an outcome: its consequences are repeated, because the earlier writer may have crashed. */
  | { readonly kind: 'ENDED' }
  /** The message names a later attempt than the delivery has come to. */
  | { readonly kind: 'AHEAD' }
  /** Another worker holds the lease until then, epoch ms. */
  | { readonly kind: 'LEASED'; readonly untilMs: number }
  /** The attempt is due at this time, epoch ms: the lease may be available by then. */
  | { readonly kind: 'EARLY'; readonly dueMs: number };

/** Explains why a delivery gave no lease for an attempt. */
export function explainRefusedLease(delivery: Delivery, attempt: NextAttempt, nowMs: number): LeaseRefusal {
  const { status, deliveryRun, retryAttempts, leaseUntil, nextAttemptAt = 0 } = delivery;
  if (status !== 'PENDING' || deliveryRun !== attempt.deliveryRun || retryAttempts > attempt.attemptsMade)
    return { kind: 'ENDED' };
  if (retryAttempts < attempt.attemptsMade) return { kind: 'AHEAD' };
  if (leaseUntil !== undefined && leaseUntil >= nowMs) return { kind: 'LEASED', untilMs: leaseUntil };
  return { kind: 'EARLY', dueMs: nextAttemptAt };
}

/**
 * Returns the delivery after an attempt, or `undefined` when the attempt changes nothing.
 *
 * A success counts whenever it comes, also after the attempts were given up or a manual delivery run has begun: the
 * partner has it. A failure counts once, for the attempt that it was.
 */
export function applyAttempt<D extends Delivery>(
  delivery: D,
  attempt: EndedAttempt,
  retries: RetrySchedule,
): D | undefined {
  if (attempt.error === null) return delivery.status === 'SENT' ? undefined : applySuccess(delivery, attempt);
  return isNext(delivery, attempt) ? applyFailure(delivery, { attempt, message: attempt.error }, retries) : undefined;
}

/** Gives a delivery up because handling it kept failing on our side; `undefined` when it has changed since. */
export function failUndeliverable<D extends Delivery>(delivery: D, attempt: NextAttempt, nowMs: number): D | undefined {
  if (!isNext(delivery, attempt)) return undefined;
  // Not `firstAttemptAt`: perhaps none was made. A manual retry then still waits for the ones before it.
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

/** A delivery that no worker owns, and that waits for nothing. */
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

/** Names an attempt, and its response, by the time at which it began (ISO 8601). */
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

/** Begins a delivery that has FAILED again, as the partner asks. */
export function startManualRetry<D extends Delivery>(delivery: D, nowMs: number): D {
  return {
    ...startDeliveryRun(delivery, nowMs),
    queue: undefined,
    manualRetryCount: delivery.manualRetryCount + 1,
    lastManualRetryAt: new Date(nowMs).toISOString(),
  };
}

/**
 * Returns true if a replay may include a delivery: not one that is being delivered, not one with all manual retries used,
 * and not one that this replay has already included.
 */
export function isReplayable({ status, manualRetryCount, replayKeyDigest }: Delivery, keyDigest?: string): boolean {
  if (status === 'PENDING' || (keyDigest !== undefined && replayKeyDigest === keyDigest)) return false;
  return status !== 'FAILED' || manualRetryCount < MAX_MANUAL_RETRIES;
}

/**
 * Finds the deleted endpoint whose delivery goes when a replay adds one to a notification that has as many as it may: the oldest.
 * @param existing the ids of the partner's endpoints
 */
export function findReplacedEndpoint(endpointIds: readonly string[], existing: readonly string[]): string | undefined {
  return endpointIds.length < MAX_DELIVERIES ? undefined : endpointIds.find((id) => !existing.includes(id));
}

export interface ReplayOptions {
  /** Digest of the idempotency key that the replay was requested with. @default none */
  readonly keyDigest?: string | undefined;
  /** False for a test, which has no place in the order: it does not wait for others, and none waits for it. @default true */
  readonly isOrdered?: boolean;
}

/**
 * Begins a delivery that has ended again. One that was never attempted takes its place in the order of its subject: the
 * next ones wait for its first attempt.
 */
export function startReplay<D extends Delivery>(delivery: D, nowMs: number, options: ReplayOptions = {}): D {
  const isAwaited = delivery.firstAttemptAt === undefined && (options.isOrdered ?? true);
  const run = startDeliveryRun(delivery, nowMs);
  return asReplay(isAwaited ? { ...run, nextReleased: undefined } : run, options);
}

/** Makes a new delivery part of a replay: to an endpoint that was not sent the notification, in its place in the order. */
export function firstReplay<D extends Delivery>(delivery: D, options: ReplayOptions): D {
  return asReplay(options.isOrdered === false ? { ...delivery, nextReleased: true } : delivery, options);
}

function asReplay<D extends Delivery>(delivery: D, { keyDigest }: ReplayOptions): D {
  return {
    ...delivery,
    // The next one may already be blocked by an earlier one, which will wake this one instead.
    hasWaiter: delivery.firstAttemptAt === undefined ? true : delivery.hasWaiter,
    queue: 'RETRY',
    replayCount: (delivery.replayCount ?? 0) + 1,
    replayKeyDigest: keyDigest ?? delivery.replayKeyDigest,
  };
}

/** Begins a new delivery run: id and bytes stay, and every message of the earlier runs is void. */
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
