import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { nowMs, required } from '#shared/platform/config/environment';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { processMessages } from '#shared/webhooks/messaging/message-batch';
import { parseDeliveryMessage } from '#shared/webhooks/messaging/messages';
import { queueClient } from '#shared/webhooks/messaging/queues';
import { markUndeliverable } from './mark-undeliverable';

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const deps = {
    store: deliveryStore,
    queues: queueClient(),
    firstAttemptsQueueUrl: required('FIRST_ATTEMPTS_QUEUE_URL'),
    retriesQueueUrl: required('RETRIES_QUEUE_URL'),
    now: nowMs,
  };
  return processMessages('markUndeliverable', event.Records, async ({ body }) => {
    await markUndeliverable(deps, parseDeliveryMessage(body));
    return 'done';
  });
}
