import type { DeliveryMessage } from '#shared/webhooks/messaging/messages';
import type { DeliveryDependencies } from './dependencies';

/**
 * Moves a message out of the queue of first attempts when its endpoint was slow just now, and answers
 * whether it did. Attempts that run into their deadline hold their batch for ten seconds; a hundred thousand
 * of them would keep every worker of the queue from the first attempts of all other endpoints.
 */
export async function quarantineSlowTarget(
  { slow, queues, firstAttemptsQueueUrl, retriesQueueUrl }: DeliveryDependencies,
  message: DeliveryMessage,
  queueUrl: string,
): Promise<boolean> {
  if (queueUrl !== firstAttemptsQueueUrl || slow?.isSlow(message) !== true) return false;
  await queues.send([{ queueUrl: retriesQueueUrl, message }]);
  return true;
}
