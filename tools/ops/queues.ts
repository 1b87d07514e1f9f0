import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { instantText } from '#ops/text';

/**
 * Visibility timeout of received messages, in seconds: long enough to receive 1,000 messages, a command's maximum. `redrive` is
 * longer, because the command then also processes and deletes each message.
 */
export const HIDDEN_S = { show: 20, redrive: 120 } as const;
const MAX_PER_CALL = 10;

/** Returns operations on a queue for operators. */
export function operatorQueue(QueueUrl: string) {
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  return {
    /** Counts waiting messages and messages in flight. */
    async depth() {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl,
          AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
        }),
      );
      return {
        waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
        inHand: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
      };
    },

    /** Receives messages until the queue is empty or the maximum is reached. */
    async take(most: number, VisibilityTimeout: number) {
      const received = new Map<string, Message>();
      for (let before = -1; before < received.size && received.size < most; ) {
        before = received.size;
        const { Messages = [] } = await client.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: Math.min(MAX_PER_CALL, most - received.size),
            VisibilityTimeout,
            WaitTimeSeconds: 1,
            MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp'],
          }),
        );
        for (const message of Messages) received.set(message.MessageId ?? '', message);
      }
      return [...received.values()].map(({ MessageId, ReceiptHandle, Body = '', Attributes = {} }) => ({
        messageId: MessageId,
        receiptHandle: ReceiptHandle,
        body: Body,
        receives: Number(Attributes.ApproximateReceiveCount ?? 1),
        sentAt: instantText(Number(Attributes.SentTimestamp) || undefined),
      }));
    },

    async remove({ receiptHandle }: { readonly receiptHandle: string | undefined }): Promise<void> {
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receiptHandle }));
    },
  };
}
