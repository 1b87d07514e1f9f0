/** Ranges of the table's stream that a worker gave up, and the records in them. */
import {
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { streamRecord } from '#local/events/stream-record';

/** What Lambda writes of a batch that it gave up (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html). */
const discarded = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  DDBStreamBatchInfo: z.object({
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
    streamArn: z.string(),
  }),
});

export interface DiscardedRange {
  readonly functionArn: string;
  readonly streamArn: string;
  readonly shardId: string;
  readonly from: string;
  readonly to: string;
}

/** The range that a message is about; `undefined` when it is no such message. */
export function readRangeOf(body: string): DiscardedRange | undefined {
  try {
    const { requestContext, DDBStreamBatchInfo: batch } = discarded.parse(JSON.parse(body));
    const { shardId, streamArn, startSequenceNumber: from, endSequenceNumber: to } = batch;
    return { functionArn: requestContext.functionArn, streamArn, shardId, from, to };
  } catch {
    return undefined;
  }
}

/** The records of a range, in order; `trimmed` when the stream, which keeps a day, has them no more. */
export async function recordsOf(range: DiscardedRange): Promise<DynamoDBRecord[] | 'trimmed'> {
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const client = new DynamoDBStreamsClient(endpoint === undefined ? {} : { endpoint });
  try {
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: range.streamArn,
        ShardId: range.shardId,
        ShardIteratorType: 'AT_SEQUENCE_NUMBER',
        SequenceNumber: range.from,
      }),
    );
    return await readOn(client, ShardIterator, range);
  } catch (error) {
    if (error instanceof TrimmedDataAccessException) return 'trimmed';
    throw error;
  } finally {
    client.destroy();
  }
}

async function readOn(
  client: DynamoDBStreamsClient,
  first: string | undefined,
  { streamArn, to }: DiscardedRange,
): Promise<DynamoDBRecord[]> {
  const found: DynamoDBRecord[] = [];
  let iterator = first;
  while (iterator !== undefined) {
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator: iterator }),
    );
    for (const record of Records) {
      // Through JSON, as a function gets them.
      const seen: DynamoDBRecord = JSON.parse(JSON.stringify(streamRecord(record, streamArn)));
      if (BigInt(seen.dynamodb?.SequenceNumber ?? 0) > BigInt(to)) return found;
      found.push(seen);
    }
    const reached = found.at(-1)?.dynamodb?.SequenceNumber;
    if (Records.length === 0 || (reached !== undefined && BigInt(reached) >= BigInt(to))) return found;
    iterator = NextShardIterator;
  }
  return found;
}
