import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requestTimeouts } from '#shared/platform/config/cloud-clients';
import { namingCalls } from '#shared/platform/observability/denied-call';
import type { DeliveryItem } from '#shared/webhooks/item';
import type { DeliveryMessage, StepMessage } from './messages';

/** Maximum delay of a queue message, in seconds (SQS limit). */
export const MAX_DELAY_S = 900;
const MAX_VISIBILITY_S = 43_200;
const MAX_BATCH = 10;
const MAX_ATTEMPTS = 3;

export interface OutgoingMessage {
  readonly queueUrl: string;
  readonly message: DeliveryMessage | StepMessage;
  /** Delay in ms, rounded up to whole seconds, at most 900 s. */
  readonly delayMs?: number;
}

/** A received message, identified by queue and receipt handle. */
export interface ReceivedMessage {
  readonly queueUrl: string;
  readonly receiptHandle: string;
}

/** URLs of the two delivery queues. */
export interface DeliveryQueues {
  readonly firstAttemptsQueueUrl: string;
  readonly retriesQueueUrl: string;
}

/** Returns the next attempt's queue. First attempts of new events have their own queue: retries and replays never delay them. */
export function deliveryQueueFor(
  { queue, firstAttemptAt }: Pick<DeliveryItem, 'queue' | 'firstAttemptAt'>,
  queues: DeliveryQueues,
): string {
  return queue === 'RETRY' || firstAttemptAt !== undefined ? queues.retriesQueueUrl : queues.firstAttemptsQueueUrl;
}

/** Returns the message delay in whole seconds, rounded up and limited to the queue's maximum. */
export function delaySeconds(delayMs: number): number {
  return Math.min(MAX_DELAY_S, Math.max(0, Math.ceil(delayMs / 1000)));
}

/**
 * Returns the URL from `queueUrls` with the same queue name as the ARN. A received message contains only the ARN of its queue.
 * @throws Error if no URL matches
 */
export function queueUrlFromArn(arn: string, queueUrls: readonly string[]): string {
  const name = arn.slice(arn.lastIndexOf(':') + 1);
  const url = queueUrls.find((candidate) => candidate.endsWith(`/${name}`));
  if (url === undefined) throw new Error('A message came from an unknown queue');
  return url;
}

export type QueueClient = ReturnType<typeof sqsQueueClient>;

let client: QueueClient | undefined;

/** Returns the SQS client of this process, created at the first call. */
export function queueClient(): QueueClient {
  client ??= sqsQueueClient();
  return client;
}

/** Creates a queue client for SQS. */
export function sqsQueueClient() {
  const client = newClient();
  return {
    /**
     * Sends all messages, each in the message group of its endpoint or partner. @throws Error if some messages could not be sent.
     */
    async send(outgoing: readonly OutgoingMessage[]): Promise<void> {
      for (const queueUrl of new Set(outgoing.map((one) => one.queueUrl))) {
        const messages = outgoing.filter((one) => one.queueUrl === queueUrl);
        for (let start = 0; start < messages.length; start += MAX_BATCH) {
          await sendBatch(client, queueUrl, messages.slice(start, start + MAX_BATCH));
        }
      }
    },
    /** Hides a received message for `waitMs` from now. Applies only to the current receive. */
    async postpone({ queueUrl, receiptHandle }: ReceivedMessage, waitMs: number): Promise<void> {
      const VisibilityTimeout = Math.min(MAX_VISIBILITY_S, Math.max(0, Math.ceil(waitMs / 1000)));
      await client.send(
        new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout }),
      );
    },
  };
}

function newClient(): SQSClient {
  return namingCalls(
    new SQSClient({
      maxAttempts: 3,
      requestHandler: requestTimeouts,
      // Uses the SQS endpoint of the function's region, which has all queues. Queue URLs of a local run are not valid endpoints.
      useQueueUrlAsEndpoint: false,
    }),
  );
}

async function sendBatch(client: SQSClient, queueUrl: string, messages: readonly OutgoingMessage[]): Promise<void> {
  let pending = messages.map(({ message, delayMs }, index) => ({
    Id: String(index),
    MessageBody: JSON.stringify(message),
    // SQS fair queues: a partner's messages delay only this partner. Messages to an additional endpoint delay only this endpoint.
    MessageGroupId: ('endpointId' in message ? message.endpointId : undefined) ?? message.partnerId,
    DelaySeconds: delaySeconds(delayMs ?? 0),
  }));
  for (let attempt = 1; ; attempt += 1) {
    const response = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: pending }));
    const failed = new Set(response.Failed?.map(({ Id }) => Id));
    pending = pending.filter(({ Id }) => failed.has(Id));
    if (pending.length === 0) return;
    if (attempt === MAX_ATTEMPTS) throw new Error(`A queue refused ${pending.length} messages`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** attempt));
  }
}
