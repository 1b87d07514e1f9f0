import type { DeliveryMessage } from '#shared/webhooks/messaging/messages';
import { type Target, targetName } from '#shared/webhooks/slow-targets';
import type { DeliveryDependencies } from './dependencies';

/**
 * If a batch (of at most ten messages) contains at least this many for one target, they probably arrive faster than the target
 * accepts them.
 */
const CROWD = 5;

interface ReceivedIn {
  readonly queueUrl: string;
  /** Result of `crowdsIn` for the batch that contains the message. */
  readonly crowds: ReadonlySet<string>;
}

/** Returns the names of the targets that have at least `CROWD` messages in the batch. */
export function crowdsIn(batch: readonly Target[]): ReadonlySet<string> {
  const names = batch.map(targetName);
  return new Set(names.filter((name) => names.filter((other) => other === name).length >= CROWD));
}

/**
 * Moves a message from the queue of first attempts to the retry queue if its target was recently slow (docs/adr/005). A message
 * also moves if `crowds` contains its target and the speed of the target is unknown.
 * @returns true if the message was moved
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
