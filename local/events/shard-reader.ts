import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { JsonClient } from '#local/engines/json-client';
import { AwsServiceError } from '#local/engines/json-service';
import type { RecordFilter } from '#local/events/source-filter';
import type { StreamBatches } from '#local/events/stream-batches';
import { engineRecord, type StreamRecord, streamRecord } from '#local/events/stream-record';

/** Records of one GetRecords call. */
const READ_LIMIT = 1000;
/** Waits while nothing comes. The cloud asks four times a second; each look costs this process half a millisecond of a processor. */
const SHORTEST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 250;
const WAIT_GROWTH = 2;
const ERROR_WAIT_MS = 500;

export type ShardStart = 'TRIM_HORIZON' | 'LATEST';

export interface ShardReaderOptions {
  readonly client: JsonClient;
  readonly streamArn: string;
  readonly shardId: string;
  /** Start without a checkpoint. */
  readonly start: ShardStart;
  readonly loadCheckpoint: () => Promise<string | undefined>;
  readonly batchSize: number;
  /** Time that a batch that is not full may wait for more. */
  readonly windowMs: number;
  readonly passes: RecordFilter;
  readonly batches: StreamBatches;
  /** Everything up to this sequence number needed no invocation. */
  readonly onSkipped: (sequenceNumber: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const iteratorAnswer = z.object({ ShardIterator: z.optional(z.string()) });
const recordsAnswer = z.object({
  Records: z._default(z.array(engineRecord), []),
  NextShardIterator: z.nullish(z.string()),
});

interface Read {
  readonly record: StreamRecord;
  readonly wanted: boolean;
}

/** Reads a shard in order, batch by batch. Resolves when the shard has ended or the signal aborts. */
export async function readShard(options: ShardReaderOptions): Promise<void> {
  const { client, streamArn, shardId, signal, batches, batchSize, windowMs } = options;
  let { start } = options;
  let iterator: string | null | undefined;
  let lastRead: string | undefined;
  let isResumed = false;
  let waitMs = SHORTEST_WAIT_MS;
  /** Read and not yet dealt with, in order. */
  let buffer: readonly Read[] = [];
  let bufferedSinceMs = 0;
  let hasEnded = false;

  while (!signal.aborted && !(hasEnded && buffer.length === 0)) {
    try {
      const count = hasEnded ? 0 : await read();
      if (!(await work())) return;
      waitMs = count > 0 ? SHORTEST_WAIT_MS : Math.min(waitMs * WAIT_GROWTH, LONGEST_WAIT_MS);
      if (count < READ_LIMIT && !hasEnded) await pause(waitMs);
    } catch (error) {
      if (signal.aborted) return;
      iterator = undefined; // It may have expired: take a new one after the last record read.
      if (error instanceof AwsServiceError && error.name === 'TrimmedDataAccessException') {
        lastRead = undefined;
        start = 'TRIM_HORIZON';
      }
      options.onError(error);
      await pause(ERROR_WAIT_MS);
    }
  }

  async function read(): Promise<number> {
    if (!isResumed) {
      lastRead = await options.loadCheckpoint();
      isResumed = true;
    }
    iterator ??= await findIterator();
    const { Records, NextShardIterator } = recordsAnswer.parse(
      await client.call('GetRecords', { ShardIterator: iterator, Limit: READ_LIMIT }, signal),
    );
    const reads = Records.map((raw) => {
      const record = streamRecord(raw, streamArn);
      return { record, wanted: options.passes(record) };
    }).filter(({ record }) => isAfter(record.dynamodb.SequenceNumber, lastRead));
    if (buffer.length === 0) bufferedSinceMs = Date.now();
    buffer = [...buffer, ...reads];
    lastRead = reads.at(-1)?.record.dynamodb.SequenceNumber ?? lastRead;
    iterator = NextShardIterator;
    hasEnded = typeof iterator !== 'string';
    return Records.length;
  }

  async function findIterator(): Promise<string | undefined> {
    const position =
      lastRead === undefined
        ? { ShardIteratorType: start }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: lastRead };
    const input = { StreamArn: streamArn, ShardId: shardId, ...position };
    return iteratorAnswer.parse(await client.call('GetShardIterator', input, signal)).ShardIterator;
  }

  /** Runs every batch that is due. False when stopped in the middle. */
  async function work(): Promise<boolean> {
    while (buffer.length > 0) {
      const wantedAt = buffer.flatMap(({ wanted }, index) => (wanted ? [index] : []));
      const end = wantedAt[Math.min(batchSize, wantedAt.length) - 1];
      if (end === undefined) {
        const last = buffer.at(-1);
        buffer = [];
        if (last !== undefined) await options.onSkipped(last.record.dynamodb.SequenceNumber);
        return true;
      }
      const windowIsOpen = !hasEnded && Date.now() - bufferedSinceMs < windowMs;
      if (wantedAt.length < batchSize && windowIsOpen) return true;
      const batch = buffer.slice(0, end + 1).flatMap(({ record, wanted }) => (wanted ? [record] : []));
      if (!(await batches.run(batch))) return false;
      buffer = buffer.slice(end + 1);
    }
    return true;
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => {});
  }
}

/** Sequence numbers are decimal texts of any length. */
function isAfter(sequenceNumber: string, earlier: string | undefined): boolean {
  return earlier === undefined || BigInt(sequenceNumber) > BigInt(earlier);
}
