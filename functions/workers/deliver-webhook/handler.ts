import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type MessageVerdict, type Postpone, processMessages } from '#shared/delivery/batch';
import { parseDeliveryMessage } from '#shared/delivery/messages';
import { queueUrlOf } from '#shared/delivery/queues';
import { type DeliveryDependencies, deliver } from './deliver-webhook';
import { dependencies } from './dependencies';
import { sidelined } from './sideline';

let kept: DeliveryDependencies | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  kept ??= dependencies();
  const on = kept;
  const laneOf = ({ eventSourceARN }: SQSRecord) =>
    queueUrlOf(eventSourceARN, [on.firstLaneUrl, on.retryLaneUrl]);
  const postpone: Postpone = async (record, waitMs) =>
    on.queues.postpone({ queueUrl: laneOf(record), receiptHandle: record.receiptHandle }, waitMs);
  const handle = async (record: SQSRecord): Promise<MessageVerdict> => {
    const message = parseDeliveryMessage(record.body);
    if (await sidelined(on, message, laneOf(record))) return 'done';
    const verdict = await deliver(on, message);
    if (verdict === 'done') return 'done';
    await postpone(record, verdict.againInMs);
    return 'again';
  };
  return processMessages('deliverWebhook', event.Records, handle, postpone);
}
