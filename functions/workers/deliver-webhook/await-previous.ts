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

/** A blocked notification is woken when the previous one releases it, and by the redrive in any case. */
const BLOCKED_RECHECK_MS = 300_000;
/** Queue and clock are not exact: an attempt may start this much early. */
export const EARLY_TOLERANCE_MS = 200;
/** A wait up to this is spent here: the queue delays by whole seconds only. */
const MAX_IN_PROCESS_WAIT_MS = 1000;

/**
 * Reads a notification before its first attempt, and the one before it. For the first notification of a subject nothing is read: there is no previous
 * one, and where it need not wait, its claim decides the rest.
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
 * Before a first attempt: waits until its time, and blocks it while the previous notification has not made its own.
 * Returns `undefined` when the attempt may be made.
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
  // Without an attempt in this delivery run, only its start has changed the item.
  const startMs = Date.parse(item.updatedAt) + (deps.waits[0] ?? 0) * 1000 + (isHeldBack ? INJECTED_DELAY_MS : 0);
  const mustWait = startMs - deps.now() > EARLY_TOLERANCE_MS;
  const result = await waitUntil(deps, startMs);
  if (result !== undefined || item.firstAttemptAt !== undefined) return result;
  // The previous one may have released it during the wait.
  const previous = mustWait && before !== undefined ? await deps.store.readAdjacent(message, 'before') : before;
  if (previous === undefined || releasesNext(previous)) return undefined;
  if (injectedFaultFor(faultInjection, toPlannedAttempt(previous)) === 'REORDER') return undefined;
  if ((await deps.store.block(item, previous, deps.now() + BLOCKED_RECHECK_MS)) === 'released') return undefined;
  crashPoint('delivery.afterBlock');
  metric('deliveryBlocked', 1);
  logInfo('Blocked by an earlier notification', logFields(message));
  return 'done';
}

/** The next attempt of an item, as fault injection needs it. */
export function toPlannedAttempt(item: DeliveryItem): PlannedAttempt {
  const { id, deliveryRun, retryAttempts } = item;
  return { id, sequence: readSequence(item), deliveryRun, attemptsMade: retryAttempts };
}

function delaysStart(fault: InjectedFault | undefined): boolean {
  return fault === 'DELAY' || fault === 'REORDER';
}

/** Waits here for a moment; for longer the message goes back to its queue. */
export async function waitUntil(deps: DeliveryDependencies, atMs: number): Promise<DeliveryResult | undefined> {
  const waitMs = atMs - deps.now();
  if (waitMs <= EARLY_TOLERANCE_MS) return undefined;
  if (waitMs > MAX_IN_PROCESS_WAIT_MS) return { retryInMs: waitMs };
  await deps.pause(waitMs);
  return undefined;
}
