/** Events of the workers: queue messages and stream records. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent, AttributeValue as EventValue, SQSEvent } from 'aws-lambda';
import type { Item } from './table/errors';
import type { Change } from './table/memory-table';

const ACCOUNT = 'us-east-1:111122223333';

export type QueueName = 'first-attempts' | 'retries' | 'steps' | 'webhook-dead-letters';

/** Returns a queue event. Objects become JSON, text stays unchanged. The message ids are `message-0`, `message-1`, … */
export function queueEvent(queue: QueueName, messages: readonly unknown[], receives = 1): SQSEvent {
  return {
    Records: messages.map((message, index) => ({
      messageId: `message-${index}`,
      receiptHandle: `receipt-${index}`,
      body: typeof message === 'string' ? message : JSON.stringify(message),
      attributes: {
        ApproximateReceiveCount: String(receives),
        SentTimestamp: String(Date.now()),
        SenderId: 'sender',
        ApproximateFirstReceiveTimestamp: String(Date.now()),
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:${ACCOUNT}:${queue}`,
      awsRegion: 'us-east-1',
    })),
  };
}

/** Returns the response of a worker that leaves these messages in the queue. */
export function leaves(...messageIds: readonly string[]) {
  return { batchItemFailures: messageIds.map((itemIdentifier) => ({ itemIdentifier })) };
}

/** Returns stream records of changes (`world.table.changes`), with sequence numbers 1, 2, … Does not apply stream filters. */
export function streamEvent(changes: readonly Change[]): DynamoDBStreamEvent {
  return { Records: changes.map((change, index) => streamRecord(change, index + 1, Date.now())) };
}

/** Returns the stream record of a change. @param atMs time of the change, epoch ms */
export function streamRecord({ before, after }: Change, sequence: number, atMs: number): DynamoDBRecord {
  const { PK = { S: '' }, SK = { S: '' } } = after ?? before ?? {};
  return {
    eventID: String(sequence),
    eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    eventSourceARN: `arn:aws:dynamodb:${ACCOUNT}:table/ramp/stream/1`,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(atMs / 1000),
      Keys: image({ PK, SK }),
      ...(after === undefined ? {} : { NewImage: image(after) }),
      ...(before === undefined ? {} : { OldImage: image(before) }),
      SequenceNumber: String(sequence),
      SizeBytes: 0,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  };
}

/** Returns the changes that the stream filter of `publishEvents` accepts: items with an open outbox. */
export function withOpenOutbox(changes: readonly Change[]): Change[] {
  return changes.filter(({ after }) => after?.outbox?.S === 'OPEN');
}

const PROJECTED = ['USER', 'KYC', 'PERSON', 'FORMER_PERSON', 'BANK', 'QUOTE', 'TX', 'NTF', 'FEED_BACKLOG'];

/**
 * Returns changes that the stream filter of `projectChanges` accepts: added and removed items of list partitions, and changes of
 * items whose `entity` is in `PROJECTED`.
 */
export function withProjection(changes: readonly Change[]): Change[] {
  return changes.filter(({ before, after }) => {
    const isRow = (after ?? before)?.PK?.S?.startsWith('L#') === true;
    return isRow ? before === undefined || after === undefined : PROJECTED.includes(after?.entity?.S ?? '');
  });
}

const image = (item: Item): Record<string, EventValue> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value)]));

function plain(value: AttributeValue): EventValue {
  if (value.B !== undefined) return { B: Buffer.from(value.B).toString('base64') };
  if (value.L !== undefined) return { L: value.L.map(plain) };
  if (value.M !== undefined) return { M: image(value.M) };
  if (value.N !== undefined) return { N: value.N };
  if (value.S !== undefined) return { S: value.S };
  return value.BOOL === undefined ? { NULL: true } : { BOOL: value.BOOL };
}
