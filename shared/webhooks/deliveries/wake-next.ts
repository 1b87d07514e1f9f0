import { releasesNext } from '#shared/webhooks/domain/delivery';
import type { DeliveryItem } from '#shared/webhooks/item';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { type DeliveryQueues, deliveryQueueFor, type QueueClient } from '#shared/webhooks/messaging/queues';
import type { DeliveryStore } from './repository';

export interface WakeDependencies extends DeliveryQueues {
  readonly store: Pick<DeliveryStore, 'readAdjacent'>;
  readonly queues: Pick<QueueClient, 'send'>;
}

/**
 * Wakes the notification that waits for this notification. Call this function after the write that releases the next
 * notification. If the next notification begins to wait only after that write, its worker detects the release without a wake-up.
 */
export async function wakeNext(deps: WakeDependencies, item: DeliveryItem): Promise<void> {
  if (!releasesNext(item)) return;
  const next = await deps.store.readAdjacent(item, 'after');
  if (next === undefined || next.status !== 'PENDING' || next.firstAttemptAt !== undefined) return;
  await deps.queues.send([{ queueUrl: deliveryQueueFor(next, deps), message: nextAttemptMessage(next) }]);
}
