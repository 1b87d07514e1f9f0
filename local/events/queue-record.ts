import type { SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { LOCAL_REGION } from '#local/engines/local-cloud';

const text = z.optional(z.string());

/** A message as the engine's JSON has it. Binary values are Base64 in it, as in events. */
export const engineMessage = z.object({
  MessageId: z.string(),
  ReceiptHandle: z.string(),
  Body: text,
  MD5OfBody: text,
  Attributes: z._default(z.record(z.string(), z.string()), {}),
  MessageAttributes: z._default(
    z.record(z.string(), z.object({ DataType: text, StringValue: text, BinaryValue: text })),
    {},
  ),
});

export type EngineMessage = z.infer<typeof engineMessage>;

/** A message as a function sees it in its event. */
export function queueRecord(message: EngineMessage, queueArn: string): SQSRecord {
  const { Attributes: attributes } = message;
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body ?? '',
    attributes: {
      ...attributes,
      ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: attributes.SentTimestamp ?? '',
      SenderId: attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? '',
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes).map(([name, value]) => [
        name,
        {
          ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
          ...(value.BinaryValue === undefined ? {} : { binaryValue: value.BinaryValue }),
          stringListValues: [],
          binaryListValues: [],
          dataType: value.DataType ?? 'String',
        },
      ]),
    ),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: LOCAL_REGION,
  };
}
