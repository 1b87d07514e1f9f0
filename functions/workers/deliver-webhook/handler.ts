import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type MessageResult, type Postpone, processMessages } from '#shared/webhooks/messaging/message-batch';
import { parseDeliveryMessage } from '#shared/webhooks/messaging/messages';
import { queueUrlFromArn } from '#shared/webhooks/messaging/queues';
import type { Target } from '#shared/webhooks/slow-targets';
import { deliver } from './deliver-webhook';
import { type DeliveryDependencies, dependencies } from './dependencies';
import { crowdsIn, quarantineSlowTarget } from './quarantine';

let kept: DeliveryDependencies | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  kept ??= dependencies();
  const deps = kept;
  const sourceQueueUrl = ({ eventSourceARN }: SQSRecord) =>
    queueUrlFromArn(eventSourceARN, [deps.firstAttemptsQueueUrl, deps.retriesQueueUrl]);
  const postpone: Postpone = async (record, waitMs) =>
    deps.queues.postpone({ queueUrl: sourceQueueUrl(record), receiptHandle: record.receiptHandle }, waitMs);
  const crowds = crowdsIn(event.Records.flatMap(({ body }) => readTarget(body) ?? []));
  const handle = async (record: SQSRecord): Promise<MessageResult> => {
    const message = parseDeliveryMessage(record.body);
    if (await quarantineSlowTarget(deps, message, { queueUrl: sourceQueueUrl(record), crowds })) return 'done';
    const result = await deliver(deps, message);
    if (result === 'done') return 'done';
    await postpone(record, result.retryInMs);
    return 'retry';
  };
  return processMessages('deliverWebhook', event.Records, handle, postpone);
}

/** Returns the target of a message; `undefined` for an unreadable message, which fails later when it is handled. */
function readTarget(body: string): Target | undefined {
  try {
    return parseDeliveryMessage(body);
  } catch {
    return undefined;
  }
}
