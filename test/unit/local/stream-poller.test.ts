import { DeleteItemCommand, DynamoDBClient, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { ensureTable } from '#local/engines/dynamodb/table';
import { localClient } from '#local/engines/local-cloud';
import { type QueueEngine, startQueueEngine } from '#local/engines/queue-engine';
import { type CheckpointStore, openCheckpoints } from '#local/events/checkpoints';
import { type StreamMappingProperties, type StreamPoller, startStreamPoller } from '#local/events/stream-poller';
import type { StreamRecord } from '#local/events/stream-record';
import type { InvocationResult } from '#local/lambda/invocation';
import { until } from '#local/partner/api-client';
import { startedForTests } from '#test/support/started-for-tests';

const engine = startedForTests(startDynamoDbEngine);
let queues: QueueEngine;
let client: DynamoDBClient;
let sqs: SQSClient;
let checkpoints: CheckpointStore;
let tableName: string;
let streamArn: string;
let tables = 0;
const pollers: StreamPoller[] = [];
const report = vi.fn();

beforeAll(() => {
  client = new DynamoDBClient(localClient(engine().endpoint));
});
afterAll(() => client.destroy());
beforeEach(async () => {
  queues = await startQueueEngine({ queues: { discarded: {} } });
  sqs = new SQSClient(localClient(queues.endpoint));
  tables += 1;
  tableName = `table-${tables}`;
  const table = await ensureTable({
    endpoint: engine().endpoint,
    tableName,
    properties: {
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    },
  });
  streamArn = table.streamArn ?? '';
  checkpoints = await openCheckpoints(undefined);
});
afterEach(async () => {
  await Promise.all(pollers.splice(0).map((poller) => poller.stop()));
  sqs.destroy();
  await queues.stop();
  report.mockClear();
});

const EVERYTHING = '{"dynamodb":{"Keys":{"PK":{"S":[{"prefix":""}]}}}}';

type Respond = (records: readonly StreamRecord[]) => InvocationResult | Promise<InvocationResult>;

/** Starts an event source mapping. `batches` contains the keys of each invocation, `handled` those of successful invocations. */
function poll(respond: Respond, properties: Partial<StreamMappingProperties> = {}) {
  const events: StreamRecord[] = [];
  const batches: string[][] = [];
  const handled: string[] = [];
  const poller = startStreamPoller({
    name: 'mapping',
    properties: { BatchSize: 100, FilterCriteria: { Filters: [{ Pattern: EVERYTHING }] }, ...properties },
    functionKey: 'worker',
    invoker: {
      async invoke(_functionKey, event) {
        const records = toRecords(event);
        events.push(...records);
        batches.push(records.map(toKey));
        const result = await respond(records);
        if (result.ok) handled.push(...records.map(toKey));
        return result;
      },
    },
    endpoint: engine().endpoint,
    streamArn,
    checkpoints,
    onFailure: { queueUrl: queues.queues.get('discarded')?.url ?? '', sqsEndpoint: queues.endpoint },
    report,
  });
  pollers.push(poller);
  return { poller, events, batches, handled };
}

function toRecords(event: unknown): readonly StreamRecord[] {
  if (typeof event === 'object' && event !== null && 'Records' in event && Array.isArray(event.Records)) {
    return event.Records;
  }
  throw new Error('not a stream event');
}

function toKey({ dynamodb }: StreamRecord): string {
  const { PK } = dynamodb.Keys;
  return typeof PK === 'object' && PK !== null && 'S' in PK ? String(PK.S) : '';
}

async function write(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const Item = { PK: { S: key }, bytes: { B: Buffer.from([1, 2]) }, list: { L: [{ N: '1.50' }] } };
    await client.send(new PutItemCommand({ TableName: tableName, Item }));
  }
}

async function settle<Item>(list: readonly Item[], length: number): Promise<void> {
  await until(() => list.length >= length);
}

const done: InvocationResult = { ok: true, payload: undefined };
const failed: InvocationResult = { ok: false, reason: 'error', message: 'boom' };

describe('stream mapping', () => {
  it('invokes with the records of the stream, in order', async () => {
    const { events } = poll(() => done);
    await write('one');
    await client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: { PK: { S: 'one' } },
        UpdateExpression: 'SET n = :n',
        ExpressionAttributeValues: { ':n': { N: '7' } },
      }),
    );
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: { PK: { S: 'one' } } }));
    await settle(events, 3);
    expect(events.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
    expect(events[0]).toEqual({
      eventID: expect.any(String),
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { PK: { S: 'one' } },
        NewImage: { PK: { S: 'one' }, bytes: { B: 'AQI=' }, list: { L: [{ N: '1.5' }] } },
        SequenceNumber: expect.stringMatching(/^\d+$/),
        SizeBytes: expect.any(Number),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
      eventSourceARN: streamArn,
    });
    expect(events[2]?.dynamodb).not.toHaveProperty('NewImage');
    const numbers = events.map(({ dynamodb }) => BigInt(dynamodb.SequenceNumber));
    expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  it('fills batches and leaves out what no filter matches', async () => {
    await write('L#1', 'x', 'L#2', 'y', 'L#3', 'L#4', 'L#5', 'z');
    const { batches } = poll(() => done, {
      BatchSize: 2,
      FilterCriteria: { Filters: [{ Pattern: '{"dynamodb":{"Keys":{"PK":{"S":[{"prefix":"L#"}]}}}}' }] },
    });
    await settle(batches, 3);
    expect(batches).toEqual([['L#1', 'L#2'], ['L#3', 'L#4'], ['L#5']]);
  });

  it('retries from the lowest record that is reported as failed', async () => {
    await write('a', 'b', 'c', 'd');
    let isFirst = true;
    const { batches } = poll((records) => {
      if (!isFirst) return done;
      isFirst = false;
      const [c, b] = [records[2], records[1]];
      // The response lists `c` before `b`. The mapping must retry from the lowest sequence number.
      const batchItemFailures = [c, b].map((record) => ({
        itemIdentifier: record?.dynamodb.SequenceNumber,
      }));
      return { ok: true, payload: { batchItemFailures } };
    });
    await settle(batches, 2);
    expect(batches).toEqual([
      ['a', 'b', 'c', 'd'],
      ['b', 'c', 'd'],
    ]);
  });

  it('retries the whole batch after an error, before any later record', async () => {
    await write('a', 'b', 'c');
    let failures = 2;
    const { batches } = poll(() => (failures-- > 0 ? failed : done), { BatchSize: 2 });
    await settle(batches, 4);
    expect(batches).toEqual([['a', 'b'], ['a', 'b'], ['a', 'b'], ['c']]);
  });

  it('isolates a poison record by bisecting, gives up only that one, and reports it', async () => {
    await write('a', 'b', 'c', 'poison', 'e', 'f', 'g');
    const { handled, events } = poll(
      (records) => (records.some((record) => toKey(record) === 'poison') ? failed : done),
      {
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 1,
      },
    );
    await settle(handled, 6);
    expect(handled).toEqual(['a', 'b', 'c', 'e', 'f', 'g']);
    const poison = events.find((record) => toKey(record) === 'poison');
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queues.queues.get('discarded')?.url, WaitTimeSeconds: 5 }),
    );
    expect(Messages).toHaveLength(1);
    const notice: unknown = JSON.parse(Messages[0]?.Body ?? '');
    expect(notice).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
      DDBStreamBatchInfo: {
        streamArn,
        batchSize: 1,
        startSequenceNumber: poison?.dynamodb.SequenceNumber,
        endSequenceNumber: poison?.dynamodb.SequenceNumber,
      },
    });
    expect(JSON.stringify(notice)).not.toContain('poison');
  });

  it('goes on after its checkpoint, and retries after a restart what it had not finished', async () => {
    await write('a', 'b');
    const first = poll(() => failed, { MaximumRetryAttempts: 0, BatchSize: 1 });
    await settle(first.batches, 1);
    // If an invocation fails while the mapping stops, its records are not dropped.
    let interrupt: (() => void) | undefined;
    await settle(first.batches, 2);
    await first.poller.stop();
    await write('c');
    const second = poll(
      () =>
        new Promise((resolve) => {
          interrupt = () => resolve(failed);
        }),
      { MaximumRetryAttempts: 0 },
    );
    await settle(second.batches, 1);
    const stopped = second.poller.stop();
    interrupt?.();
    await stopped;
    const third = poll(() => done);
    await settle(third.handled, 1);
    expect(third.handled).toEqual(['c']);
  });
});
