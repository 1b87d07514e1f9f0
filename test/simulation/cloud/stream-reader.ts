/** A function that reads the table stream: each shard in order, at least once. */

import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { WorldParts } from '#test/simulation/faults';
import type { Outcome } from '#test/simulation/functions/process';

/** Number of shards that are read in parallel. */
export const SHARDS = 4;
const READ_MS = { least: 5, most: 250 } as const;
const RETRY_MS = { first: 100, most: 60_000 } as const;
const DELAYED_MS = { least: 1000, most: 90_000 } as const;

export interface StreamReaderOptions {
  readonly name: string;
  readonly batchSize: number;
  /** Number of retries after which records are dropped. If absent, records are retried forever. */
  readonly maxRetries?: number;
  readonly invoke: (event: () => DynamoDBStreamEvent) => Promise<Outcome>;
}

const batchResponse = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

interface Shard {
  readonly waiting: DynamoDBRecord[];
  isBusy: boolean;
  /** Consecutive failures of the first pending record. */
  failures: number;
  /** Maximum size of the next batch. It decreases after a failure. */
  limit: number;
}

export class StreamReader {
  readonly #shards: readonly Shard[];

  constructor(
    readonly options: StreamReaderOptions,
    private readonly world: WorldParts,
  ) {
    const limit = options.batchSize;
    this.#shards = Array.from({ length: SHARDS }, () => ({ waiting: [], isBusy: false, failures: 0, limit }));
  }

  /** Number of unprocessed records. */
  get size(): number {
    return this.#shards.reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  add(record: DynamoDBRecord, shardNumber: number): void {
    const shard = this.#shards[shardNumber];
    if (shard === undefined) throw new Error(`The stream has no shard ${shardNumber}`);
    shard.waiting.push(record);
    if (!shard.isBusy) this.#plan(shard, 0);
  }

  #plan(shard: Shard, waitMs: number): void {
    const { scheduler, chance, faults } = this.world;
    shard.isBusy = true;
    const late = faults.at('batch') === 'stream delayed' ? chance.between(DELAYED_MS.least, DELAYED_MS.most) : 0;
    const afterMs = waitMs + late + chance.between(READ_MS.least, READ_MS.most);
    scheduler.after(afterMs, `${this.options.name} stream`, () => void this.#work(shard));
  }

  async #work(shard: Shard): Promise<void> {
    const batch = shard.waiting.slice(0, shard.limit);
    const outcome = await this.options.invoke(() => ({ Records: batch }));
    const failed = firstFailed(batch, outcome);
    const isRepeated = failed !== 0 && this.world.faults.at('batch') === 'batch of the stream repeated';
    if (isRepeated) return this.#plan(shard, RETRY_MS.first);
    shard.waiting.splice(0, failed ?? batch.length);
    if (failed === undefined) {
      Object.assign(shard, { failures: 0, limit: this.options.batchSize, isBusy: false });
      if (shard.waiting.length > 0) this.#plan(shard, 0);
      return;
    }
    this.#afterFailure(shard, failed > 0, batch.length - failed);
  }

  #afterFailure(shard: Shard, hasProgress: boolean, left: number): void {
    const { batchSize, maxRetries = Number.POSITIVE_INFINITY } = this.options;
    const failures = hasProgress ? 1 : shard.failures + 1;
    // If a whole batch fails, the size of the next batch is halved. This does not count as a retry. A record can be dropped only
    // if it is the only record of its batch.
    if (!hasProgress && left > 1) shard.limit = Math.ceil(left / 2);
    else if (failures > maxRetries) {
      this.world.faults.count('record of the stream given up');
      shard.waiting.splice(0, 1);
      Object.assign(shard, { failures: 0, limit: batchSize });
    } else shard.failures = failures;
    this.#plan(shard, Math.min(RETRY_MS.first * 2 ** Math.min(shard.failures, 20), RETRY_MS.most));
  }
}

/** Returns the index of the first failed record of a batch; `undefined` if no record failed. */
function firstFailed(batch: readonly DynamoDBRecord[], outcome: Outcome): number | undefined {
  if (!outcome.isOk) return 0;
  const { batchItemFailures } = batchResponse.parse(outcome.value);
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const index = batch.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''));
  return index < 0 ? undefined : index;
}
