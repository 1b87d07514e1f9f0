import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { JsonClient } from '#local/engines/json-client';
import { AwsServiceError } from '#local/engines/json-service';
import type { RecordFilter } from '#local/events/source-filter';
import type { StreamBatches } from '#local/events/stream-batches';
import { engineRecord, streamRecord } from '#local/events/stream-record';

/** Maximum number of records of a GetRecords call. */
const READ_LIMIT = 1000;
/**
 * Pauses between reads that find no new records, from 20 ms up to Lambda's 250 ms. Each read needs half a millisecond of CPU
 * time, so constant short pauses would need too much CPU time.
 */
const SHORTEST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 250;
const WAIT_GROWTH = 2;
const ERROR_WAIT_MS = 500;

export interface ShardReaderOptions {
  readonly client: JsonClient;
  readonly streamArn: string;
  readonly shardId: string;
  readonly loadCheckpoint: () => Promise<string | undefined>;
  readonly batchSize: number;
  readonly passes: RecordFilter;
  readonly batches: StreamBatches;
  /**
   * Reports that all records up to this sequence number are processed, dropped or filtered out. `batches` does this for records
   * that match the filter. `readShard` does it if a read ends with records that do not match.
   */
  readonly onDone: (sequenceNumber: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const iteratorResponse = z.object({ ShardIterator: z.optional(z.string()) });
const recordsResponse = z.object({
  Records: z._default(z.array(engineRecord), []),
  NextShardIterator: z.nullish(z.string()),
});

/** Reads a shard in order and processes its records in batches. Resolves when the shard has ended or the signal aborts. */
export async function readShard(options: ShardReaderOptions): Promise<void> {
  const { client, streamArn, shardId, signal, batches, batchSize } = options;
  /** Sequence number of the last processed record; `undefined` starts at the oldest record. */
  let lastDone = await options.loadCheckpoint();
  /** `null` after the end of the shard. */
  let iterator: string | null | undefined;
  let waitMs = SHORTEST_WAIT_MS;

  while (!signal.aborted && iterator !== null) {
    try {
      iterator ??= await findIterator();
      const { Records, NextShardIterator = null } = recordsResponse.parse(
        await client.call('GetRecords', { ShardIterator: iterator, Limit: READ_LIMIT }, signal),
      );
      const records = Records.map((raw) => streamRecord(raw, streamArn)).filter(({ dynamodb }) =>
        isAfter(dynamodb.SequenceNumber, lastDone),
      );
      const wanted = records.filter(options.passes);
      for (let start = 0; start < wanted.length; start += batchSize)
        if (!(await batches.run(wanted.slice(start, start + batchSize)))) return;
      const last = records.at(-1);
      if (last !== undefined && last !== wanted.at(-1)) await options.onDone(last.dynamodb.SequenceNumber);
      [lastDone, iterator] = [last?.dynamodb.SequenceNumber ?? lastDone, NextShardIterator];
      waitMs = Records.length > 0 ? SHORTEST_WAIT_MS : Math.min(waitMs * WAIT_GROWTH, LONGEST_WAIT_MS);
      if (Records.length < READ_LIMIT && iterator !== null) await pause(waitMs);
    } catch (error) {
      if (signal.aborted) return;
      // The iterator may have expired. A new iterator starts after the last processed record. If the stream has already deleted
      // this position, the new iterator starts at the oldest record.
      iterator = undefined;
      const isTrimmed = error instanceof AwsServiceError && error.name === 'TrimmedDataAccessException';
      lastDone = isTrimmed ? undefined : await options.loadCheckpoint();
      options.onError(error);
      await pause(ERROR_WAIT_MS);
    }
  }

  async function findIterator(): Promise<string | undefined> {
    const position =
      lastDone === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: lastDone };
    const input = { StreamArn: streamArn, ShardId: shardId, ...position };
    return iteratorResponse.parse(await client.call('GetShardIterator', input, signal)).ShardIterator;
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => {});
  }
}

/** Compares as numbers: sequence numbers are decimal texts of any length. */
function isAfter(sequenceNumber: string, earlier: string | undefined): boolean {
  return earlier === undefined || BigInt(sequenceNumber) > BigInt(earlier);
}
