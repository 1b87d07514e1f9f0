/** The queues of an environment as operators see them: found through the outputs of its stage. */
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { StageOutputs } from '#scripts/ops/stage-outputs';

/** Where what could not be handled ends, by what it was on its way to. */
export const deadLetterQueues = {
  webhook: 'webhook-dead-letters',
  steps: 'steps-dead-letters',
  bus: 'bus-undelivered',
  stream: 'outbox-discarded',
} as const;
export type DeadLetterKind = keyof typeof deadLetterQueues;

type QueueName = (typeof deadLetterQueues)[DeadLetterKind] | 'first-attempts' | 'retries' | 'steps';

/** Output of the stage that holds the address of each queue. */
const ADDRESSES: Readonly<Record<QueueName, string>> = {
  'first-attempts': 'FirstLaneUrl',
  retries: 'RetriesQueueUrl',
  steps: 'StepsQueueUrl',
  'webhook-dead-letters': 'WebhookDeadLettersUrl',
  'steps-dead-letters': 'StepsDeadLettersUrl',
  'bus-undelivered': 'BusUndeliveredUrl',
  'outbox-discarded': 'OutboxDiscardedUrl',
};

/** A dead letter in hand: nobody else gets it until the time is over. */
export interface Letter {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly receives: number;
  readonly sentAt: string | null;
}

export interface Depth {
  readonly waiting: number;
  /** In the hands of a worker, or of another look. */
  readonly inHand: number;
}

const MOST_PER_CALL = 10;
/** How long a look keeps letters from others, in seconds: long enough to take up to a thousand. */
const SHOWN_S = 20;
const REDRIVEN_S = 120;

export interface OperatorQueues {
  /** @throws OperationFailed when the stage has no such queue */
  urlOf(name: QueueName): Promise<string>;
  depthOf(url: string): Promise<Depth>;
  /** Takes letters in hand, until there are no more or enough. */
  take(url: string, most: number, forWhat: 'show' | 'redrive'): Promise<Letter[]>;
  remove(url: string, letter: Letter): Promise<void>;
  close(): void;
}

export function operatorQueues(
  outputs: StageOutputs,
  client = new SQSClient({ useQueueUrlAsEndpoint: false }),
): OperatorQueues {
  return {
    urlOf: (name) => outputs(ADDRESSES[name]),
    async depthOf(url) {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl: url,
          AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
        }),
      );
      return {
        waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
        inHand: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
      };
    },
    async take(url, most, forWhat) {
      const letters = new Map<string, Letter>();
      while (letters.size < most) {
        const { Messages = [] } = await client.send(
          new ReceiveMessageCommand({
            QueueUrl: url,
            MaxNumberOfMessages: Math.min(MOST_PER_CALL, most - letters.size),
            VisibilityTimeout: forWhat === 'show' ? SHOWN_S : REDRIVEN_S,
            WaitTimeSeconds: 1,
            MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp'],
          }),
        );
        const before = letters.size;
        for (const message of Messages) addLetter(letters, message);
        if (letters.size === before) break;
      }
      return [...letters.values()];
    },
    async remove(url, { receiptHandle }) {
      await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: receiptHandle }));
    },
    close: () => client.destroy(),
  };
}

function addLetter(letters: Map<string, Letter>, message: Message): void {
  const { MessageId: messageId, ReceiptHandle: receiptHandle, Body: body, Attributes = {} } = message;
  if (messageId === undefined || receiptHandle === undefined || body === undefined) return;
  const sentMs = Number(Attributes.SentTimestamp);
  letters.set(messageId, {
    messageId,
    receiptHandle,
    body,
    receives: Number(Attributes.ApproximateReceiveCount ?? 1),
    sentAt: sentMs > 0 ? new Date(sentMs).toISOString() : null,
  });
}
