import type { DeliveryStore } from '#shared/data/deliveries';
import type { DeliveryMessage } from '#shared/delivery/messages';
import { type NudgeDependencies, nudgeNext } from '#shared/delivery/nudge';
import { afterBreakdown } from '#shared/delivery/outcome';
import { crashPoint } from '#shared/observability/crash-point';
import { logWarning } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';

const SAVE_ROUNDS = 5;

export interface UndeliverableDependencies extends NudgeDependencies {
  readonly store: DeliveryStore;
  readonly now: () => number;
}

/**
 * Gives up a notification whose message could not be handled in five receives: a fault of ours, since an
 * endpoint's failures are counted by the delivery worker itself. One that has moved on since (sent, in a new
 * cycle, further in its attempts) is left alone. The gate opens either way the item has ended, so that the
 * notifications behind it go on.
 *
 * @throws Error when the notification does not exist; the message then stays among the dead letters
 */
export async function markUndeliverable(
  on: UndeliverableDependencies,
  message: DeliveryMessage,
): Promise<void> {
  let item = await on.store.read({ PK: message.pk, SK: message.sk });
  for (let round = 0; round < SAVE_ROUNDS; round += 1) {
    if (item === undefined) throw new Error('A dead letter names a notification that does not exist');
    const next = afterBreakdown(item, message, on.now());
    if (next === undefined) return nudgeNext(on, item);
    crashPoint('dlq.beforeMark');
    const answer = await on.store.save(item, next);
    if (answer.saved) {
      crashPoint('dlq.afterMark');
      metric('undeliverable', 1);
      logWarning('Given up after failures of our own', {
        notificationId: message.id,
        partnerId: message.partnerId,
        cycle: message.cycle,
        attempt: message.k + 1,
      });
      await nudgeNext(on, next);
      return crashPoint('dlq.afterNudge');
    }
    item = answer.current;
  }
  throw new Error('A notification changes faster than it can be given up');
}
