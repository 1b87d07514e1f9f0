import type { DeliveryMessage } from '#shared/webhooks/messaging/messages';
import { type Target, targetName } from '#shared/webhooks/slow-targets';
import type { DeliveryDependencies } from './dependencies';

/** The number of messages of one target, in a batch of ten, that shows a backlog: the queue has more messages for it than it accepts. */
const CROWD = 5;

interface ReceivedIn {
  readonly queueUrl: string;
  /** Targets with a crowd in the batch of the message, by `crowdsIn`. */
  readonly crowds: ReadonlySet<string>;
}

/** Finds the targets that have half of a full batch, or more. */
export function crowdsIn(batch: readonly Target[]): ReadonlySet<string> {
  const names = batch.map(targetName);
  return new Set(names.filter((name) => names.filter((other) => other === name).length >= CROWD));
}

/**
 * Moves a message from the queue of first attempts to the other one if its target was slow just now, or if it is one of a crowd
 * whose target this worker does not know to be quick; returns whether it did. Attempts that run into their deadline hold their
 * batch for ten seconds. Slow ones one by one, or many at once before any worker knows the target, would keep every worker of the
 * queue from the first attempts of all others (docs/adr/005).
 */
export async function quarantineSlowTarget(
  { slow, queues, firstAttemptsQueueUrl, retriesQueueUrl }: DeliveryDependencies,
  message: DeliveryMessage,
  { queueUrl, crowds }: ReceivedIn,
): Promise<boolean> {
  if (queueUrl !== firstAttemptsQueueUrl || slow === undefined) return false;
  const isInCrowd = crowds.has(targetName(message)) && !slow.isQuick(message);
  if (!slow.isSlow(message) && !isInCrowd) return false;
  await queues.send([{ queueUrl: retriesQueueUrl, message }]);
  return true;
}
