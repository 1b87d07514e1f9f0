import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processMessages } from '#shared/delivery/batch';
import { parseDeliveryMessage } from '#shared/delivery/messages';
import { queueUrlOf } from '#shared/delivery/queues';
import { type DeliveryDependencies, deliver } from './deliver-webhook';
import { dependencies } from './dependencies';
import { sidelined } from './sideline';

let kept: DeliveryDependencies | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  kept ??= dependencies();
  const on = kept;
  return processMessages('deliverWebhook', event.Records, async ({ body, eventSourceARN, receiptHandle }) => {
    const message = parseDeliveryMessage(body);
    const queueUrl = queueUrlOf(eventSourceARN, [on.firstLaneUrl, on.retryLaneUrl]);
    if (await sidelined(on, message, queueUrl)) return 'done';
    const verdict = await deliver(on, message);
    if (verdict === 'done') return 'done';
    return on.queues.postpone({ queueUrl, receiptHandle }, verdict.againInMs).then(() => 'again');
  });
}
