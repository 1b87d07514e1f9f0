import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { jsonClient } from '#local/engines/json-client';
import { type Report, reportToStderr } from '#local/engines/local-cloud';
import type { CheckpointStore } from '#local/events/checkpoints';
import { discardedRecords, type FailureQueue } from '#local/events/discarded-records';
import { readShard } from '#local/events/shard-reader';
import { compileStreamFilter } from '#local/events/source-filter';
import { streamBatches } from '#local/events/stream-batches';
import type { FunctionInvoker } from '#local/lambda/invocation';
import type { streamMappingSchema } from '#local/template/property-schemas';

/** Interval for listing new shards. When a shard ends, the poller lists new shards immediately. */
const DISCOVERY_MS = 30_000;
const DISCOVERY_RETRY_MS = 500;
const STOP_WITHIN_MS = 10_000;

/** Properties of a stream mapping that select the records or specify what happens after failures. */
export type StreamMappingProperties = Pick<
  z.output<typeof streamMappingSchema>,
  'BatchSize' | 'FilterCriteria' | 'BisectBatchOnFunctionError' | 'MaximumRetryAttempts' | 'MaximumRecordAgeInSeconds'
>;

export interface StreamPollerOptions {
  /** Name of the mapping, a part of its checkpoint keys. */
  readonly name: string;
  readonly properties: StreamMappingProperties;
  readonly functionKey: string;
  readonly invoker: FunctionInvoker;
  /** URL of the DynamoDB Streams API, which the DynamoDB engine serves. */
  readonly endpoint: string;
  readonly streamArn: string;
  readonly checkpoints: CheckpointStore;
  readonly onFailure: FailureQueue;
  readonly report?: Report;
}

export interface StreamPoller {
  /** Stops polling and waits for a running invocation, up to a time limit. */
  stop(): Promise<void>;
}

const listedShard = z.object({ ShardId: z.string(), ParentShardId: z.nullish(z.string()) });
const description = z.object({
  StreamDescription: z.object({
    Shards: z._default(z.array(listedShard), []),
    LastEvaluatedShardId: z.nullish(z.string()),
  }),
});

type Shard = z.infer<typeof listedShard>;

/**
 * Starts an event source mapping on a table stream. Reads every shard in order, and a child shard after its parent. Requests use
 * the function's permissions, as in Lambda.
 */
export function startStreamPoller(options: StreamPollerOptions): StreamPoller {
  const { name, properties, functionKey, invoker, streamArn, checkpoints, report = reportToStderr } = options;
  const passes = compileStreamFilter(properties.FilterCriteria);
  const client = jsonClient({
    ...{ endpoint: options.endpoint, service: 'dynamodb', target: 'DynamoDBStreams_20120810' },
    sessionToken: functionKey,
  });
  const discarded = discardedRecords({
    mappingName: name,
    functionKey,
    streamArn,
    onFailure: options.onFailure,
    report,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  /** State of each opened shard. `ended` is true after its last record. */
  const shards = new Map<string, { ended: boolean; readonly reading: Promise<void> }>();
  let wake = new AbortController();

  async function follow(): Promise<void> {
    signal.addEventListener('abort', () => wake.abort(), { once: true });
    while (!signal.aborted) {
      let pauseMs = DISCOVERY_MS;
      wake = new AbortController();
      try {
        const listed = await listShards();
        for (const shard of listed) if (isDue(shard, listed)) openShard(shard);
      } catch (error) {
        if (signal.aborted) return;
        report(`Mapping ${name}: the stream cannot be described: ${String(error)}`);
        pauseMs = DISCOVERY_RETRY_MS;
      }
      await sleep(pauseMs, undefined, { signal: wake.signal }).catch(() => {});
    }
  }

  async function listShards(): Promise<readonly Shard[]> {
    const listed: Shard[] = [];
    let after: string | undefined;
    do {
      const input = { StreamArn: streamArn, ExclusiveStartShardId: after };
      const { StreamDescription: page } = description.parse(await client.call('DescribeStream', input, signal));
      listed.push(...page.Shards);
      after = page.LastEvaluatedShardId ?? undefined;
    } while (after !== undefined);
    return listed;
  }

  function isDue({ ShardId, ParentShardId }: Shard, listed: readonly Shard[]): boolean {
    if (shards.has(ShardId)) return false;
    const parentIsListed = listed.some((other) => other.ShardId === ParentShardId);
    return typeof ParentShardId !== 'string' || !parentIsListed || (shards.get(ParentShardId)?.ended ?? false);
  }

  function openShard({ ShardId: shardId }: Shard): void {
    // The ARN in the key includes the stream's creation time, so a new database starts without a checkpoint.
    const key = `${name} ${streamArn} ${shardId}`;
    const onDone = (sequenceNumber: string) => checkpoints.save(key, sequenceNumber);
    const batches = streamBatches({
      name,
      functionKey,
      invoker,
      bisects: properties.BisectBatchOnFunctionError ?? false,
      maxRetries: properties.MaximumRetryAttempts ?? -1,
      maxAgeS: properties.MaximumRecordAgeInSeconds ?? -1,
      signal,
      report,
      onDone,
      onDiscard: (gone) => discarded.send(gone, shardId),
    });
    const reading = readShard({
      client,
      streamArn,
      shardId,
      loadCheckpoint: () => checkpoints.load(key),
      batchSize: properties.BatchSize,
      passes,
      batches,
      onDone,
      onError: (error) => report(`Mapping ${name}: shard ${shardId}: ${String(error)}`),
      signal,
    }).then(() => {
      shard.ended = true;
      wake.abort();
    });
    const shard = { ended: false, reading };
    shards.set(shardId, shard);
  }

  const following = follow();
  return {
    async stop() {
      stopping.abort();
      const all = following.then(() => Promise.all([...shards.values()].map(({ reading }) => reading)));
      await Promise.race([all, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      client.stop();
      discarded.stop();
    },
  };
}
