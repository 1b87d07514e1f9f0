/** The table in memory with its stream, and the removal of items whose time to live is over. */

import { createHash } from 'node:crypto';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { StoredRecord } from '#shared/dynamodb/table';
import type { WorldParts } from '#test/simulation/faults';
import { type Change, MemoryTable } from '#test/support/handlers/table/memory-table';
import type { TableCommand } from '#test/support/handlers/table/table-client';
import { streamRecord } from '#test/support/handlers/worker-events';
import { SHARDS } from './stream-reader';

/** Interval at which the table looks for items to remove, ms. */
const REMOVES_EVERY_MS = 3_600_000;

/** A committed change, as the stream has it. */
export interface Streamed {
  readonly change: Change;
  readonly record: DynamoDBRecord;
  readonly shard: number;
}

export class SimulatedTable {
  readonly #memory: MemoryTable;
  #sequence = 0;

  /** @param onChange receives each committed change, in order */
  constructor(
    name: string,
    private readonly world: WorldParts,
    private readonly onChange: (streamed: Streamed) => void,
  ) {
    this.#memory = new MemoryTable(name, () => world.scheduler.nowMs);
  }

  /** Every item, as its values. */
  items(): StoredRecord[] {
    return this.#memory.items().map((item) => unmarshall(item));
  }

  /** Returns true if something is to happen to an item before this time, in epoch ms. */
  hasDue(beforeMs: number): boolean {
    return this.#memory
      .items()
      .some(({ duePk, dueAt }) => duePk?.S?.startsWith('DUE#') === true && Number(dueAt?.N) < beforeMs);
  }

  /** @throws the service's error in place of a result */
  carryOut(command: TableCommand): unknown {
    try {
      return command.act(this.#memory);
    } finally {
      this.#stream();
    }
  }

  /** From now on, removes every hour the items whose time to live is over. */
  removeExpired(): void {
    const { scheduler, controls } = this.world;
    scheduler.after(REMOVES_EVERY_MS, 'time to live', () => {
      for (const item of this.#memory.items()) {
        const { PK, SK, ttl } = item;
        if (PK === undefined || SK === undefined || ttl?.N === undefined) continue;
        const isOver = Number(ttl.N) * 1000 < scheduler.nowMs;
        if (!isOver && !controls.strikes('live-items-removed', 0.5)) continue;
        this.#memory.delete({ TableName: this.#memory.name, Key: { PK, SK } });
      }
      this.#stream();
      this.removeExpired();
    });
  }

  #stream(): void {
    for (const change of this.#memory.changes.splice(0)) {
      this.#sequence += 1;
      const record = streamRecord(change, this.#sequence, this.world.scheduler.nowMs);
      this.onChange({ change, record, shard: shardOf((change.after ?? change.before)?.PK?.S ?? '') });
    }
  }
}

function shardOf(partition: string): number {
  return (createHash('sha256').update(partition).digest()[0] ?? 0) % SHARDS;
}
