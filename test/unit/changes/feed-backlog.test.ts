import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drainBacklogs } from '#functions/workers/project-changes/drain-backlogs';
import { type FeedDependencies, recordChanges } from '#functions/workers/project-changes/record-changes';
import { appendChanges, type Change, readChanges } from '#shared/changes/repository';
import { deferChanges, drainBacklog, hasBacklog } from '#shared/changes/stream/repository';
import { decodeStreamImage, type ItemImages } from '#shared/dynamodb/stream-item';
import { startedForTests } from '#test/support/started-for-tests';
import { startTable } from '#test/unit/delivery/table';

const NOW = 1_800_000_000_000;
startedForTests(startTable);

/** Returns the stream record of an item version. */
function record(partnerId: string, partition: string, version: number, sequence: number): DynamoDBRecord {
  const image = (of: number) => ({ PK: partition, SK: 'META', entity: 'USER', partnerId, version: of });
  return {
    eventName: version === 1 ? 'INSERT' : 'MODIFY',
    dynamodb: {
      SequenceNumber: String(sequence),
      ApproximateCreationDateTime: NOW / 1000,
      NewImage: JSON.parse(JSON.stringify(marshall(image(version)))),
      ...(version > 1 && { OldImage: JSON.parse(JSON.stringify(marshall(image(version - 1)))) }),
    },
  };
}

function toChange({ after }: ItemImages): Change {
  const { PK, version } = after;
  if (typeof PK !== 'string' || typeof version !== 'number') throw new Error('not an item of this test');
  const at = new Date(NOW).toISOString();
  return { type: 'USER', id: PK, version, at, resource: JSON.stringify({ id: PK, version }) };
}

const plain: FeedDependencies = { toChange, append: appendChanges, defer: deferChanges };

async function readFeed(partnerId: string): Promise<string[]> {
  const request = { from: { page: 0, index: 0 }, types: undefined, limit: 100_000, nowMs: NOW };
  const { changes } = await readChanges(partnerId, request);
  return changes.map(({ id, version }) => `${id}@${version}`);
}

const drain = { toChange, atMs: NOW, hasTimeLeft: () => true };

describe('a feed that cannot be written', () => {
  it('holds up no other partner, and has every version once and in order when it can be written again', async () => {
    const unwritable: FeedDependencies = {
      ...plain,
      append: async (partnerId, changes, atMs) => {
        if (partnerId === 'down') throw new Error('throttled');
        return appendChanges(partnerId, changes, atMs);
      },
    };
    const first = [1, 2, 3].flatMap((version) => [
      record('down', 'USER#down', version, version * 10),
      record('well', 'USER#well', version, version * 10 + 1),
    ]);
    expect(await recordChanges(unwritable, first, NOW)).toEqual({ batchItemFailures: [] });
    expect(await readFeed('well')).toEqual(['USER#well@1', 'USER#well@2', 'USER#well@3']);
    expect(await readFeed('down')).toEqual([]);

    // Writes to the feed succeed again. A new change still waits until the earlier changes have left the backlog.
    expect(await recordChanges(plain, [record('down', 'USER#down', 4, 50)], NOW)).toEqual({
      batchItemFailures: [],
    });
    expect(await readFeed('down')).toEqual([]);
    expect(await drainBacklog('down', drain)).toEqual({ appended: 4, unreadable: 0, isEmpty: true });
    expect(await recordChanges(plain, [record('down', 'USER#down', 5, 60)], NOW)).toEqual({
      batchItemFailures: [],
    });
    expect(await readFeed('down')).toEqual([1, 2, 3, 4, 5].map((version) => `USER#down@${version}`));
    expect(await hasBacklog('down')).toBe(false);
  });

  it('is reported to the stream when the backlog cannot be written either', async () => {
    const lost: FeedDependencies = {
      toChange,
      append: async () => {
        throw new Error('no table');
      },
      defer: async () => {
        throw new Error('no table');
      },
    };
    const records = [record('gone', 'USER#gone', 1, 7), record('gone', 'USER#gone', 2, 8)];
    expect(await recordChanges(lost, records, NOW)).toEqual({
      batchItemFailures: [{ itemIdentifier: '7' }],
    });
    await recordChanges(plain, records, NOW);
    expect(await readFeed('gone')).toEqual(['USER#gone@1', 'USER#gone@2']);
  });
});

describe('a change that cannot be read', () => {
  it('holds back only its own item, and is in the feed once it can be read', async () => {
    let isBroken = true;
    const broken = (images: ItemImages): Change => {
      if (isBroken && images.after.PK === 'USER#odd' && images.after.version === 2) throw new Error('new shape');
      return toChange(images);
    };
    const on: FeedDependencies = { ...plain, toChange: broken };
    const records = [
      record('mixed', 'USER#odd', 1, 1),
      record('mixed', 'USER#odd', 2, 2),
      record('mixed', 'USER#even', 1, 3),
      record('mixed', 'USER#odd', 3, 4),
    ];
    expect(await recordChanges(on, records, NOW)).toEqual({ batchItemFailures: [] });
    expect(await readFeed('mixed')).toEqual(['USER#odd@1', 'USER#even@1']);
    await recordChanges(on, [record('mixed', 'USER#even', 2, 5)], NOW);
    expect(await drainBacklog('mixed', { ...drain, toChange: broken })).toEqual({
      appended: 1,
      unreadable: 2,
      isEmpty: false,
    });
    expect(await readFeed('mixed')).toEqual(['USER#odd@1', 'USER#even@1', 'USER#even@2']);
    isBroken = false;
    expect(await drainBacklog('mixed', { ...drain, toChange: broken })).toMatchObject({ isEmpty: true });
    expect((await readFeed('mixed')).slice(3)).toEqual(['USER#odd@2', 'USER#odd@3']);
  });
});

describe('the head of a backlog', () => {
  const head = (dueAt: number) => ({
    PK: 'FEEDBACKLOG#headed',
    SK: 'HEAD',
    entity: 'FEED_BACKLOG',
    partnerId: 'headed',
    newest: 'one',
    dueAt,
  });
  const headChange = (from: number | undefined, to: number): DynamoDBRecord => ({
    eventName: from === undefined ? 'INSERT' : 'MODIFY',
    dynamodb: {
      NewImage: JSON.parse(JSON.stringify(marshall(head(to)))),
      ...(from !== undefined && { OldImage: JSON.parse(JSON.stringify(marshall(head(from)))) }),
    },
  });
  const images = { before: undefined, after: { PK: 'USER#headed', entity: 'UNSEEN', version: 1 }, atMs: NOW };

  it('starts the drain of the backlog when its due time changes, and not when a change is added', async () => {
    await deferChanges('headed', [{ images, partition: 'USER#headed', seq: '1' }], NOW);
    await drainBacklogs([headChange(5, 5)], () => NOW);
    expect(await hasBacklog('headed')).toBe(true);
    await drainBacklogs([headChange(5, 6)], () => NOW);
    // Partners cannot see items of the entity `UNSEEN`. Therefore the change leaves the backlog and does not enter the feed.
    expect(await hasBacklog('headed')).toBe(false);
    expect(await readFeed('headed')).toEqual([]);
  });
});

/** A random stream with items of several partners, and failures. */
const histories = fc.record({
  writes: fc.array(fc.tuple(fc.nat(1), fc.nat(2)), { minLength: 5, maxLength: 60 }),
  batch: fc.integer({ min: 1, max: 9 }),
  /** Failures per invocation. */
  failures: fc.array(
    fc.constantFrom(
      'none',
      'none',
      'append',
      'append-lost',
      'defer',
      'defer-lost',
      'both',
      'crash',
      'unreadable',
      'drain',
    ),
    { maxLength: 30 },
  ),
});

describe('the feed after every kind of failure', () => {
  it('holds what the table holds: each version once, in order, and the other partner is never held up', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(histories, async ({ writes, batch, failures }) => {
        run += 1;
        const partners = [`flaky-${run}`, `steady-${run}`];
        const versions = new Map<string, number>();
        const stream = writes.map(([which, item], index) => {
          const partnerId = partners[which] ?? '';
          const partition = `USER#${partnerId}-${item}`;
          const version = (versions.get(partition) ?? 0) + 1;
          versions.set(partition, version);
          return record(partnerId, partition, version, index + 1);
        });
        const queue = [...failures];
        let at = 0;
        while (at < stream.length) {
          const failure = queue.shift() ?? 'none';
          const part = stream.slice(at, at + batch);
          const { batchItemFailures } = await recordChanges(failing(failure, partners[0] ?? ''), part, NOW);
          if (failure === 'drain') await drainBacklog(partners[0] ?? '', drain);
          // The function crashed before its response, so the stream delivers the whole batch again.
          if (failure === 'crash') continue;
          const first = batchItemFailures[0]?.itemIdentifier;
          if (first === undefined) at += part.length;
          else at = Number(first) - 1;
          if (first === undefined) {
            const steady = stream.slice(0, at).filter((one) => toPartnerId(one) === partners[1]);
            expect(await readFeed(partners[1] ?? '')).toHaveLength(steady.length);
          }
        }
        await drainBacklog(partners[0] ?? '', drain);
        for (const partnerId of partners) {
          expect(await hasBacklog(partnerId)).toBe(false);
          const feed = await readFeed(partnerId);
          for (const [partition, version] of versions) {
            if (!partition.startsWith(`USER#${partnerId}-`)) continue;
            const own = feed.filter((name) => name.startsWith(`${partition}@`));
            expect(own).toEqual(Array.from({ length: version }, (_, n) => `${partition}@${n + 1}`));
          }
        }
      }),
      { numRuns: 20 },
    );
  });
});

function toPartnerId({ dynamodb }: DynamoDBRecord): unknown {
  return decodeStreamImage(dynamodb?.NewImage ?? {}).partnerId;
}

/** Returns the feed's dependencies with one failure for one partner. `append-lost` and `defer-lost` fail after the write. */
function failing(failure: string, partnerId: string): FeedDependencies {
  const fail = (): never => {
    throw new Error(`injected: ${failure}`);
  };
  return {
    toChange: (images) =>
      failure === 'unreadable' && images.after.partnerId === partnerId ? fail() : toChange(images),
    append: async (of, changes, atMs) => {
      if (of !== partnerId) return appendChanges(of, changes, atMs);
      if (['append', 'defer', 'defer-lost', 'both'].includes(failure)) return fail();
      const appended = await appendChanges(of, changes, atMs);
      return failure === 'append-lost' ? fail() : appended;
    },
    defer: async (of, writes, atMs) => {
      if (of === partnerId && (failure === 'defer' || failure === 'both')) return fail();
      await deferChanges(of, writes, atMs);
      if (of === partnerId && failure === 'defer-lost') fail();
    },
  };
}
