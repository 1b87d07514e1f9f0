import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type MessageResult, type Postpone, processMessages } from '#shared/webhooks/messaging/message-batch';
import { type DeliveryMessage, parseDeliveryMessage } from '#shared/webhooks/messaging/messages';
import { queueUrlFromArn } from '#shared/webhooks/messaging/queues';
import { type Target, targetName } from '#shared/webhooks/slow-targets';
import { deliver } from './deliver-webhook';
import { type DeliveryDependencies, dependencies } from './dependencies';

/** Messages of one target in a batch of ten from which on they are a crowd: it has more in the queue than it has answered. */
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

/** Returns `undefined` for a message that cannot be read: handling it fails by itself. */
function readTarget(body: string): Target | undefined {
  try {
    return parseDeliveryMessage(body);
  } catch {
    return undefined;
  }
}
