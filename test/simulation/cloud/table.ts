/** The in-memory table with its stream and TTL. */

import { createHash } from 'node:crypto';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { StoredRecord } from '#shared/dynamodb/table';
import type { WorldParts } from '#test/simulation/faults';
import { type Change, MemoryTable } from '#test/support/handlers/table/memory-table';
import type { TableCommand } from '#test/support/handlers/table/table-client';
import { streamRecord } from '#test/support/handlers/worker-events';
import { SHARDS } from './stream-reader';

/** Interval in ms at which the table deletes expired items. */
const REMOVES_EVERY_MS = 3_600_000;

/** A committed change, as in the stream. */
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

  items(): StoredRecord[] {
    return this.#memory.items().map((item) => unmarshall(item));
  }

  /** Returns true if the table contains an item that is due before this time. @param beforeMs epoch ms */
  hasDue(beforeMs: number): boolean {
    return this.#memory
      .items()
      .some(({ duePk, dueAt }) => duePk?.S?.startsWith('DUE#') === true && Number(dueAt?.N) < beforeMs);
  }

  /** Executes a command. @throws the error that DynamoDB would return */
  carryOut(command: TableCommand): unknown {
    try {
      return command.act(this.#memory);
    } finally {
      this.#stream();
    }
  }

  /** Starts to delete expired items every hour. */
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
