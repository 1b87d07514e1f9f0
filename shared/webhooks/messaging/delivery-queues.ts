import type { DeliveryItem } from '#shared/webhooks/item';

/** Addresses of the two queues of deliveries. */
export interface DeliveryQueues {
  readonly firstAttemptsQueueUrl: string;
  readonly retriesQueueUrl: string;
}

/**
 * The queue of a delivery's next attempt. First attempts of new events have one of their own, so that
 * retries and replays never delay them.
 */
export function deliveryQueueFor(
  { queue, firstAttemptAt }: Pick<DeliveryItem, 'queue' | 'firstAttemptAt'>,
  queues: DeliveryQueues,
): string {
  return queue === 'RETRY' || firstAttemptAt !== undefined ? queues.retriesQueueUrl : queues.firstAttemptsQueueUrl;
}
