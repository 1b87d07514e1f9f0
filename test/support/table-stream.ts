/** Reads the changes of a table from its stream. This is cheaper than a scan of the whole table. */
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { localClient } from '#local/engines/local-cloud';
import { fromClient, type StreamRecord, streamRecord } from '#local/events/stream-record';
import type { StackFacts } from '#test/support/shared-stack/stack-facts';

export interface TableStream {
  /** Returns the stream records since the last call, or since the stream was opened. */
  read(): Promise<StreamRecord[]>;
  close(): void;
}

/** Opens the stream of a stack's table, at its end by default. */
export async function openTableStream(
  { dynamodbEndpoint, tableName }: Pick<StackFacts, 'dynamodbEndpoint' | 'tableName'>,
  ShardIteratorType: 'LATEST' | 'TRIM_HORIZON' = 'LATEST',
): Promise<TableStream> {
  const tables = new DynamoDBClient(localClient(dynamodbEndpoint));
  const { Table } = await tables.send(new DescribeTableCommand({ TableName: tableName }));
  tables.destroy();
  const client = new DynamoDBStreamsClient(localClient(dynamodbEndpoint));
  const StreamArn = Table?.LatestStreamArn ?? '';
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
  const opened = (StreamDescription?.Shards ?? []).map(async ({ ShardId }) => {
    const position = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType });
    return (await client.send(position)).ShardIterator;
  });
  let iterators = await Promise.all(opened);

  async function readShard(from: string | undefined): Promise<{ next: string | undefined; changes: StreamRecord[] }> {
    const { Records = [], NextShardIterator: next } = await client.send(new GetRecordsCommand({ ShardIterator: from }));
    const changes = Records.map((record) => streamRecord(fromClient(record), StreamArn));
    if (changes.length === 0) return { next, changes };
    const rest = await readShard(next);
    return { next: rest.next, changes: [...changes, ...rest.changes] };
  }

  return {
    async read() {
      const shards = await Promise.all(iterators.map(readShard));
      iterators = shards.map(({ next }) => next);
      return shards.flatMap(({ changes }) => changes);
    },
    close: () => client.destroy(),
  };
}
