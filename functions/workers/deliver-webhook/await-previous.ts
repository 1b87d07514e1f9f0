import { crashPoint } from '#shared/platform/observability/crash-point';
import { logInfo, metric } from '#shared/platform/observability/log';
import { releasesNext } from '#shared/webhooks/domain/delivery';
import {
  type FaultInjection,
  INJECTED_DELAY_MS,
  type InjectedFault,
  injectedFaultFor,
  type PlannedAttempt,
} from '#shared/webhooks/domain/fault-injection';
import { type DeliveryItem, readSequence } from '#shared/webhooks/item';
import { type DeliveryMessage, logFields } from '#shared/webhooks/messaging/messages';
import type { DeliveryDependencies, DeliveryResult } from './dependencies';

/**
 * Time until the redrive sends the message of a blocked notification again, ms. Normally, the first attempt of the previous
 * notification releases the blocked notification earlier.
 */
const BLOCKED_RECHECK_MS = 300_000;
/** An attempt may start up to this time before it is due, ms, because queue delays and clocks are not exact. */
export const EARLY_TOLERANCE_MS = 200;
/** Longest wait inside the function, ms: the queue can delay a message by whole seconds only. */
const MAX_IN_PROCESS_WAIT_MS = 1000;

/**
 * Reads a notification before its first attempt, and the previous notification of the same transaction or user. Returns
 * `undefined` if `acquireLease` alone checks whether the attempt can start.
 */
export async function readOrderState({ store, waits }: DeliveryDependencies, message: DeliveryMessage) {
  if (message.attemptsMade !== 0) return undefined;
  const isFirst = readSequence(message) === 1;
  if (isFirst && waits[0] === 0) return undefined;
  const [item, previous] = await Promise.all([
    store.read(message),
    isFirst ? undefined : store.readAdjacent(message, 'before'),
  ]);
  return { item, previous };
}

interface AttemptContext {
  readonly orderState: Awaited<ReturnType<typeof readOrderState>>;
  readonly faultInjection: FaultInjection;
}

/**
 * Before a first attempt: waits until its start time, and blocks the notification until the first attempt of the previous
 * notification. Returns `undefined` if the attempt can start.
 */
export async function awaitPrevious(
  deps: DeliveryDependencies,
  message: DeliveryMessage,
  { orderState, faultInjection }: AttemptContext,
): Promise<DeliveryResult | undefined> {
  const isHeldBack = delaysStart(injectedFaultFor(faultInjection, { ...message, sequence: readSequence(message) }));
  if (orderState === undefined && !isHeldBack) return undefined;
  const { item, previous: before } = orderState ?? { item: await deps.store.read(message), previous: undefined };
  if (item === undefined) throw new Error('A message names a notification that does not exist');
  if (item.status !== 'PENDING' || item.deliveryRun !== message.deliveryRun || item.retryAttempts !== 0)
    return undefined;
  // No attempt was made in this delivery run, so `updatedAt` is the start of the run.
  const startMs = Date.parse(item.updatedAt) + (deps.waits[0] ?? 0) * 1000 + (isHeldBack ? INJECTED_DELAY_MS : 0);
  const mustWait = startMs - deps.now() > EARLY_TOLERANCE_MS;
  const result = await waitUntil(deps, startMs);
  if (result !== undefined || item.firstAttemptAt !== undefined) return result;
  // The previous notification may have released this notification during the wait.
  const previous = mustWait && before !== undefined ? await deps.store.readAdjacent(message, 'before') : before;
  if (previous === undefined || releasesNext(previous)) return undefined;
  if (injectedFaultFor(faultInjection, toPlannedAttempt(previous)) === 'REORDER') return undefined;
  if ((await deps.store.block(item, previous, deps.now() + BLOCKED_RECHECK_MS)) === 'released') return undefined;
  crashPoint('delivery.afterBlock');
  metric('deliveryBlocked', 1);
  logInfo('Blocked by an earlier notification', logFields(message));
  return 'done';
}

/** Returns the next attempt of a delivery in the form that fault injection needs. */
export function toPlannedAttempt(item: DeliveryItem): PlannedAttempt {
  const { id, deliveryRun, retryAttempts } = item;
  return { id, sequence: readSequence(item), deliveryRun, attemptsMade: retryAttempts };
}

function delaysStart(fault: InjectedFault | undefined): boolean {
  return fault === 'DELAY' || fault === 'REORDER';
}

/** Waits up to a second inside the function. For a longer wait, returns the delay with which the message returns to its queue. */
export async function waitUntil(deps: DeliveryDependencies, atMs: number): Promise<DeliveryResult | undefined> {
  const waitMs = atMs - deps.now();
  if (waitMs <= EARLY_TOLERANCE_MS) return undefined;
  if (waitMs > MAX_IN_PROCESS_WAIT_MS) return { retryInMs: waitMs };
  await deps.pause(waitMs);
  return undefined;
}
