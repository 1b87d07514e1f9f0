import { EventEmitter, once } from 'node:events';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { localClient } from '#local/engines/local-cloud';
import { openCheckpoints } from '#local/events/checkpoints';
import { startStreamPoller } from '#local/events/stream-poller';
import type { RunningStack } from '#local/stack';
import { streamMappingSchema } from '#local/template/property-schemas';
import { readParts } from '#local/wiring/parts';

/** Records that a reader of the stream took, and the processor time of its invocations in ms. */
export interface Taken {
  readonly records: number;
  readonly cpuMs: number;
}

export interface StreamReader {
  /** Has a function take at least so many records, in batches of up to this size, beginning where it ended before. */
  take(functionId: string, batchSize: number, records: number): Promise<Taken>;
}

const filtered = z.object({ FilterCriteria: streamMappingSchema.shape.FilterCriteria });
const streamEvent = z.object({ Records: z.array(z.unknown()) });

/** Runs the readers of the stream one at a time, on a stack that does not run them itself. */
export async function streamReader(stack: RunningStack, cdkOut: string): Promise<StreamReader> {
  const checkpoints = await openCheckpoints(undefined);
  const { dynamodbEndpoint: endpoint, tableName } = stack;
  const client = new DynamoDBClient(localClient(endpoint));
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const mappings = readParts(cdkOut).ofType('AWS::Lambda::EventSourceMapping');
  return {
    async take(functionId, batchSize, wanted) {
      const mapping = mappings.find(({ name }) => name.endsWith(`${functionId}FromStream`));
      const { FilterCriteria = { Filters: [] } } = filtered.parse(mapping?.resource.properties);
      let [records, cpuMs] = [0, 0];
      const ended = new EventEmitter();
      const poller = startStreamPoller({
        name: functionId,
        functionKey: functionId,
        properties: {
          StartingPosition: 'TRIM_HORIZON',
          FilterCriteria,
          BatchSize: batchSize,
          MaximumBatchingWindowInSeconds: 1,
        },
        endpoint,
        streamArn: Table?.LatestStreamArn ?? '',
        checkpoints,
        invoker: {
          async invoke(_, event) {
            const before = process.cpuUsage();
            const result = await stack.invoke(functionId, event);
            const { user, system } = process.cpuUsage(before);
            cpuMs += (user + system) / 1000;
            records += streamEvent.parse(event).Records.length;
            if (records >= wanted) ended.emit('end');
            return result;
          },
        },
      });
      await once(ended, 'end');
      const taken = { records, cpuMs };
      await poller.stop();
      return taken;
    },
  };
}
