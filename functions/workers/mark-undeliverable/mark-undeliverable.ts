import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { logWarning, metric } from '#shared/platform/observability/log';
import type { DeliveryStore } from '#shared/webhooks/deliveries/repository';
import { type WakeDependencies, wakeNext } from '#shared/webhooks/deliveries/wake-next';
import { failUndeliverable } from '#shared/webhooks/domain/delivery';
import { type DeliveryMessage, logFields } from '#shared/webhooks/messaging/messages';

const MAX_SAVE_ATTEMPTS = 5;

export interface UndeliverableDependencies extends WakeDependencies {
  readonly store: DeliveryStore;
  readonly now: () => number;
}

/**
 * Fails a delivery whose message could not be handled in five receives, if the delivery still waits for the attempt of this
 * message (docs/adr/004). In each case, wakes the next notification, unless it must still wait for this delivery.
 * @throws Error if the delivery does not exist; the message then remains in the dead-letter queue
 */
export async function markUndeliverable(deps: UndeliverableDependencies, message: DeliveryMessage): Promise<void> {
  let item = await deps.store.read(message);
  const giveUp = async () => {
    if (item === undefined) throw new Error('A dead letter names a notification that does not exist');
    const next = failUndeliverable(item, message, deps.now());
    if (next === undefined) return { item, isGivenUp: false };
    crashPoint('dlq.beforeMark');
    const result = await deps.store.save(item, next);
    if (result.saved) return { item: next, isGivenUp: true };
    item = result.current;
    return undefined;
  };
  const ended = await retryOnConflict(giveUp, { maxAttempts: MAX_SAVE_ATTEMPTS, waits: false });
  if (!ended.isGivenUp) return wakeNext(deps, ended.item);
  crashPoint('dlq.afterMark');
  metric('undeliverable', 1);
  logWarning('A notification was given up after internal errors', {
    ...logFields(message),
    attempt: message.attemptsMade + 1,
  });
  await wakeNext(deps, ended.item);
  crashPoint('dlq.afterWakeNext');
}
