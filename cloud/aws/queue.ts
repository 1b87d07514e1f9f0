import * as z from 'zod';
import type { AwsCaller } from './aws-caller';

const received = z.object({
  Messages: z
    .array(
      z.object({
        Body: z.string(),
        ReceiptHandle: z.string(),
        Attributes: z.object({ MessageGroupId: z.string().optional() }).default({}),
      }),
    )
    .default([]),
});

/** Receives up to ten messages of a queue, each with its group. @param parameters of the call, beside its own */
export async function receive(
  aws: AwsCaller,
  parameters: { readonly QueueUrl: string; readonly [name: string]: unknown },
) {
  const own = { WaitTimeSeconds: 1, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['MessageGroupId'] };
  return (await aws.call('sqs ReceiveMessage', { ...own, ...parameters }, received)).Messages;
}

/** Takes up to ten messages out of a queue. @returns their bodies */
export async function takeMessages(aws: AwsCaller, QueueUrl: string): Promise<string[]> {
  const messages = await receive(aws, { QueueUrl });
  for (const { ReceiptHandle } of messages) await aws.send('sqs DeleteMessage', { QueueUrl, ReceiptHandle });
  return messages.map(({ Body }) => Body);
}
