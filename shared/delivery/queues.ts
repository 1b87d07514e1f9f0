import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requestLimits } from '#shared/config/request-limits';
import type { DeliveryMessage, StepMessage } from '#shared/delivery/messages';
import { namingCalls } from '#shared/observability/denied-call';

/** A queue delays no message longer than this many seconds. */
export const MAX_DELAY_S = 900;
const MAX_VISIBILITY_S = 43_200;
const BATCH = 10;
const TRIES = 3;

export interface Outgoing {
  readonly queueUrl: string;
  readonly message: DeliveryMessage | StepMessage;
  /** Milliseconds from now; rounded up to whole seconds, at most 900 s. */
  readonly delayMs?: number;
}

/** Where a received message stands in its queue. */
export interface Received {
  readonly queueUrl: string;
  readonly receiptHandle: string;
}

export interface Queues {
  /** Sends all messages, each in its partner's message group. @throws Error when some could not be sent. */
  send(outgoing: readonly Outgoing[]): Promise<void>;
  /** Hides a received message for this long from now. Holds for this receive only. */
  postpone(received: Received, waitMs: number): Promise<void>;
}

/** Whole seconds that a message has to be delayed so that it does not come early, as far as a queue can. */
export function delaySeconds(delayMs: number): number {
  return Math.min(MAX_DELAY_S, Math.max(0, Math.ceil(delayMs / 1000)));
}

/** The queue among `queueUrls` that an ARN names; a mapping tells only the ARN. @throws Error when it is none of them. */
export function queueUrlOf(arn: string, queueUrls: readonly string[]): string {
  const name = arn.slice(arn.lastIndexOf(':') + 1);
  const url = queueUrls.find((candidate) => candidate.endsWith(`/${name}`));
  if (url === undefined) throw new Error('A message came from an unknown queue');
  return url;
}

/** The queues of the cloud. */
export function sqsQueues(client: SQSClient = newClient()): Queues {
  return {
    async send(outgoing) {
      for (const queueUrl of new Set(outgoing.map((one) => one.queueUrl))) {
        const messages = outgoing.filter((one) => one.queueUrl === queueUrl);
        for (let start = 0; start < messages.length; start += BATCH) {
          await sendBatch(client, queueUrl, messages.slice(start, start + BATCH));
        }
      }
    },
    async postpone({ queueUrl, receiptHandle }, waitMs) {
      const VisibilityTimeout = Math.min(MAX_VISIBILITY_S, Math.max(0, Math.ceil(waitMs / 1000)));
      await client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout,
        }),
      );
    },
  };
}

function newClient(): SQSClient {
  return namingCalls(
    new SQSClient({
      maxAttempts: 3,
      requestHandler: requestLimits,
      // All queues are of the function's own region; the addresses of a laptop's queues are no valid URLs.
      useQueueUrlAsEndpoint: false,
    }),
  );
}

async function sendBatch(client: SQSClient, queueUrl: string, messages: readonly Outgoing[]): Promise<void> {
  let pending = messages.map(({ message, delayMs }, index) => ({
    Id: String(index),
    MessageBody: JSON.stringify(message),
    // Fair queues: a partner with many messages waits behind itself, not in front of the others.
    MessageGroupId: message.partnerId,
    DelaySeconds: delaySeconds(delayMs ?? 0),
  }));
  for (let round = 1; ; round += 1) {
    const answer = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: pending }));
    const failed = new Set(answer.Failed?.map(({ Id }) => Id));
    pending = pending.filter(({ Id }) => failed.has(Id));
    if (pending.length === 0) return;
    if (round === TRIES) throw new Error(`A queue refused ${pending.length} messages`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** round));
  }
}
