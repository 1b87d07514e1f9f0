import type { NotificationItem } from '#shared/data/items/notification';
import type { Key } from '#shared/data/keys';
import type { DeliveryMessage } from '#shared/delivery/messages';
import { opensGate } from '#shared/delivery/nudge';
import {
  type Fault,
  faultOf,
  HELD_MS,
  type PlannedAttempt,
  type WebhookFaults,
} from '#shared/domain/webhooks/faults';
import { crashPoint } from '#shared/observability/crash-point';
import { logInfo } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';
import type { DeliveryDependencies, Verdict } from './deliver-webhook';

/** A parked notification is woken by whoever opens the gate before it; the sweep looks after it as well. */
const PARKED_MS = 300_000;
/** Queue and clock are not exact: an attempt may start this much early. */
export const EARLY_MS = 200;
/** A wait up to this is spent here rather than in the queue, which knows whole seconds only. */
const WAIT_HERE_MS = 1000;

/** A notification before its first attempt, and the one before it. */
export interface Standing {
  readonly item: NotificationItem | undefined;
  readonly previous: NotificationItem | undefined;
}

/**
 * How things stand for a first attempt. Of the first notification of a subject nothing is read: nothing stands before
 * it, and where no wait holds it, its claim finds out the rest.
 */
export async function standingOf(
  { store, waits }: DeliveryDependencies,
  message: DeliveryMessage,
): Promise<Standing | undefined> {
  if (message.k !== 0) return undefined;
  const isFirst = sequenceOf(message.sk) === 1;
  if (isFirst && waits[0] === 0) return undefined;
  const [item, previous] = await Promise.all([
    store.read(keyOf(message)),
    isFirst ? undefined : store.readNeighbour(keyOf(message), 'before'),
  ]);
  return { item, previous };
}

/**
 * Before a first attempt: waits its time, and parks it while the notification before it has not made its own.
 * Answers `undefined` when the attempt may go on.
 */
export async function gate(
  on: DeliveryDependencies,
  message: DeliveryMessage,
  { standing, faults }: { readonly standing: Standing | undefined; readonly faults: WebhookFaults },
): Promise<Verdict | undefined> {
  const held = isHeld(faultOf(faults, { ...message, sequence: sequenceOf(message.sk) }));
  if (standing === undefined && !held) return undefined;
  const { item, previous: before } = standing ?? {
    item: await on.store.read(keyOf(message)),
    previous: undefined,
  };
  if (item === undefined) throw new Error('A message names a notification that does not exist');
  if (item.status !== 'PENDING' || item.cycle !== message.cycle || item.retryAttempts !== 0) return undefined;
  // Nothing but the cycle's begin has changed an item that was not attempted in it.
  const startMs = Date.parse(item.updatedAt) + (on.waits[0] ?? 0) * 1000 + (held ? HELD_MS : 0);
  const waits = startMs - on.now() > EARLY_MS;
  const verdict = await waitUntil(on, startMs);
  if (verdict !== undefined || item.firstAttemptAt !== undefined) return verdict;
  // The one before may have opened the gate during the wait.
  const previous =
    waits && before !== undefined ? await on.store.readNeighbour(keyOf(message), 'before') : before;
  if (previous === undefined || opensGate(previous)) return undefined;
  if (faultOf(faults, planned(previous)) === 'REORDER') return undefined;
  if ((await on.store.park(item, previous, on.now() + PARKED_MS)) === 'open') return undefined;
  crashPoint('delivery.afterPark');
  metric('parked', 1);
  logInfo('Parked behind an earlier notification', about(message));
  return 'done';
}

/** The next attempt of an item, as the faults of the sandbox see it. */
export function planned({ id, SK, cycle, retryAttempts }: NotificationItem): PlannedAttempt {
  return { id, sequence: sequenceOf(SK), cycle, k: retryAttempts };
}

/** Position of a notification among those of its subject, from 1. */
function sequenceOf(sortKey: string): number {
  return Number(sortKey.slice(sortKey.indexOf('#') + 1));
}

function isHeld(fault: Fault | undefined): boolean {
  return fault === 'DELAY' || fault === 'REORDER';
}

/** Waits here for a moment; for longer the message goes back to its queue. */
export async function waitUntil(on: DeliveryDependencies, atMs: number): Promise<Verdict | undefined> {
  const waitMs = atMs - on.now();
  if (waitMs <= EARLY_MS) return undefined;
  if (waitMs > WAIT_HERE_MS) return { againInMs: waitMs };
  await on.pause(waitMs);
  return undefined;
}

/** Where the notification of a message stands. */
export function keyOf({ pk, sk }: DeliveryMessage): Key {
  return { PK: pk, SK: sk };
}

/** What log lines tell of a message. */
export function about({ id, partnerId, cycle }: DeliveryMessage) {
  return { notificationId: id, partnerId, cycle };
}
