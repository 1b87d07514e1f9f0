import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { nowMs } from '#shared/config/clock';
import { required } from '#shared/config/environment';
import { deliveryStore } from '#shared/data/deliveries';
import { processMessages } from '#shared/delivery/batch';
import { parseDeliveryMessage } from '#shared/delivery/messages';
import { type Queues, sqsQueues } from '#shared/delivery/queues';
import { markUndeliverable } from './mark-undeliverable';

let queues: Queues | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  queues ??= sqsQueues();
  const on = {
    store: deliveryStore,
    queues,
    firstLaneUrl: required('FIRST_LANE_URL'),
    retryLaneUrl: required('RETRY_LANE_URL'),
    now: nowMs,
  };
  return processMessages('markUndeliverable', event.Records, async ({ body }) => {
    await markUndeliverable(on, parseDeliveryMessage(body));
    return 'done';
  });
}
