import type { DynamoDBRecord } from 'aws-lambda';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLists } from '#functions/workers/project-changes/count-business';
import type { CountStore } from '#shared/dynamodb/apply-once';
import { listPartition } from '#shared/dynamodb/keys';

/** In-memory store of list counts that can be made to fail. */
class MemoryCounts implements CountStore {
  readonly kept = new Map<string, { rows: number; seq: string }>();
  down = false;

  async apply({ partition, delta, lastSeq, expected }: Parameters<CountStore['apply']>[0]) {
    if (this.down) throw new Error('down');
    const found = this.kept.get(partition);
    const holds =
      found === undefined
        ? 'below' in expected
        : 'below' in expected
          ? found.seq < expected.below
          : found.seq === expected.equal;
    if (!holds) return found?.seq ?? '';
    this.kept.set(partition, { rows: (found?.rows ?? 0) + delta, seq: lastSeq });
    return undefined;
  }
}

const lists = [
  listPartition('p', 'TX', 'ALL'),
  listPartition('p', 'NTF', 'STATUS#PENDING'),
  listPartition('q', 'TX', 'ALL'),
];

function record(sequence: number, list: number, eventName: 'INSERT' | 'REMOVE'): DynamoDBRecord {
  return {
    eventName,
    dynamodb: {
      SequenceNumber: String(sequence),
      Keys: { PK: { S: lists[list] ?? '' }, SK: { S: String(sequence) } },
    },
  };
}

/** Random stream of rows that are added to lists and removed. */
const stream = fc
  .array(fc.record({ list: fc.nat({ max: 2 }), gap: fc.integer({ min: 1, max: 60 }), comes: fc.boolean() }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((changes) => {
    let sequence = 0;
    return changes.map(({ list, gap, comes }) => {
      sequence += gap;
      return record(sequence, list, comes ? 'INSERT' : 'REMOVE');
    });
  });

/** Random behavior of the stream reader: batch sizes, restarts and lost checkpoints. */
const readings = fc.array(
  fc.record({
    back: fc.nat({ max: 12 }),
    size: fc.integer({ min: 1, max: 15 }),
    checkpointLost: fc.boolean(),
    down: fc.boolean(),
  }),
  { maxLength: 30 },
);

function expectedCounts(records: readonly DynamoDBRecord[]): number[] {
  return lists.map((list) =>
    records
      .filter(({ dynamodb }) => dynamodb?.Keys?.PK?.S === list)
      .reduce((sum, { eventName }) => sum + (eventName === 'INSERT' ? 1 : -1), 0),
  );
}

describe('counting lists', () => {
  it('is exact however batches are split, repeated and interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(stream, readings, async (records, steps) => {
        const store = new MemoryCounts();
        let checkpoint = 0;
        for (const { back, size, checkpointLost, down } of [
          ...steps,
          { back: 3, size: records.length, checkpointLost: false, down: false },
        ]) {
          store.down = down;
          // After a lost checkpoint, the reader receives counted records again, but never skips a record.
          const from = Math.max(0, checkpoint - back);
          const batch = records.slice(from, from + size);
          const { batchItemFailures } = await countLists(store, batch);
          const failedAt = records.findIndex(
            ({ dynamodb }) => dynamodb?.SequenceNumber === batchItemFailures[0]?.itemIdentifier,
          );
          if (!checkpointLost) checkpoint = Math.max(checkpoint, failedAt === -1 ? from + batch.length : failedAt);
        }
        store.down = false;
        await countLists(store, records.slice(checkpoint));
        expect(lists.map((list) => store.kept.get(list)?.rows ?? 0)).toEqual(expectedCounts(records));
      }),
      { numRuns: 300 },
    );
  });

  it('goes on with the stream of a restored table, whose numbers may be lower', async () => {
    const store = new MemoryCounts();
    const of = (label: string, one: DynamoDBRecord): DynamoDBRecord => ({
      ...one,
      eventSourceARN: `arn:aws:dynamodb:eu-west-1:444455556666:table/any/stream/${label}`,
    });
    const before = of('2026-11-21T10:00:00.000', record(800, 0, 'INSERT'));
    const after = of('2026-11-22T10:00:00.000', record(8, 0, 'INSERT'));
    for (const batch of [[before], [after], [after], [before]]) await countLists(store, batch);
    expect(store.kept.get(lists[0] ?? '')?.rows).toBe(2);
  });

  it('counts nothing else', async () => {
    const store = new MemoryCounts();
    const change: DynamoDBRecord = {
      eventName: 'MODIFY',
      dynamodb: { SequenceNumber: '1', Keys: { PK: { S: lists[0] ?? '' } } },
    };
    const other: DynamoDBRecord = {
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: '2', Keys: { PK: { S: 'TX#1' } } },
    };
    expect(await countLists(store, [change, other, {}])).toEqual({ batchItemFailures: [] });
    expect(store.kept.size).toBe(0);
  });
});
