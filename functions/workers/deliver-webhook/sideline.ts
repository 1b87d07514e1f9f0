import type { DeliveryMessage } from '#shared/delivery/messages';
import type { DeliveryDependencies } from './deliver-webhook';

/**
 * Moves a message out of the lane of first attempts when its partner's endpoint was slow just now, and answers
 * whether it did. Attempts that run into their deadline hold their batch for ten seconds; a hundred thousand
 * of them would keep every worker of the lane from the first attempts of all other partners.
 */
export async function sidelined(
  { slow, queues, firstLaneUrl, retryLaneUrl }: DeliveryDependencies,
  message: DeliveryMessage,
  queueUrl: string,
): Promise<boolean> {
  if (queueUrl !== firstLaneUrl || slow?.has(message.partnerId) !== true) return false;
  await queues.send([{ queueUrl: retryLaneUrl, message }]);
  return true;
}
