import type { DeliveryStore } from '#shared/data/deliveries';
import type { NotificationItem } from '#shared/data/items/notification';
import { type Lanes, laneOf } from '#shared/delivery/lanes';
import { messageFor } from '#shared/delivery/messages';
import type { Queues } from '#shared/delivery/queues';

export interface NudgeDependencies extends Lanes {
  readonly store: Pick<DeliveryStore, 'readNeighbour'>;
  readonly queues: Pick<Queues, 'send'>;
}

/**
 * Whether the notification after this one may make its first attempt: the first attempt here has ended and is
 * recorded, or there will be none.
 */
export function opensGate(item: NotificationItem): boolean {
  return item.gateOpen === true || item.status !== 'PENDING';
}

/**
 * Wakes the notification that may be parked behind this one. Called after the write that opens the gate, so
 * that none is missed: whoever comes to park after that write finds the gate open.
 */
export async function nudgeNext(dependencies: NudgeDependencies, item: NotificationItem): Promise<void> {
  if (!opensGate(item)) return;
  const next = await dependencies.store.readNeighbour({ PK: item.PK, SK: item.SK }, 'after');
  if (next === undefined || next.status !== 'PENDING' || next.firstAttemptAt !== undefined) return;
  await dependencies.queues.send([{ queueUrl: laneOf(next, dependencies), message: messageFor(next) }]);
}
