import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  appendChanges,
  type Change,
  type FeedPosition,
  readChanges,
  type StreamedChange,
} from '#shared/changes/repository';
import { feedPageKey, type RecordKey } from '#shared/dynamodb/keys';
import { padStreamSequence } from '#shared/dynamodb/stream-position';
import { readItem } from '#shared/dynamodb/table';
import { erasePage, findPages } from '#shared/erasure/repository';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable, startTable } from '#test/unit/delivery/table';

const NOW = 1_800_000_000_000;
startedForTests(startTable);
afterEach(() => vi.unstubAllEnvs());

function streamed(partition: string, seq: number): StreamedChange {
  return {
    partition,
    seq: padStreamSequence(String(seq)),
    change: {
      type: 'TRANSACTION',
      id: partition,
      version: seq,
      at: new Date(NOW + seq).toISOString(),
      resource: JSON.stringify({ id: partition, version: seq }),
    },
  };
}

const toName = ({ id, version }: Change): string => `${id}@${version}`;

/** Reads from a cursor until there are no more changes. */
async function readOn(partnerId: string, from: FeedPosition, limit: number) {
  const found: Change[] = [];
  let place = from;
  for (;;) {
    const { changes, next } = await readChanges(partnerId, {
      from: place,
      types: undefined,
      limit,
      nowMs: NOW,
    });
    found.push(...changes);
    if (next.page === place.page && next.index === place.index) return { found, place };
    place = next;
  }
}

/** A random stream with one shard per partition key. Its records arrive in batches of any size, and again after failures. */
const deliveries = fc.record({
  lineages: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 4 }),
  batch: fc.integer({ min: 1, max: 12 }),
  again: fc.array(fc.tuple(fc.nat(3), fc.nat(24)), { maxLength: 6 }),
  readLimit: fc.integer({ min: 1, max: 7 }),
});

/** Most runs use the table in memory, which is faster. Some use the DynamoDB engine. */
describe.each([
  { name: 'the table in memory', runs: 25, isMemory: true },
  { name: 'the local engine', runs: 5, isMemory: false },
])('the feed of changes on $name', ({ runs, isMemory }) => {
  if (isMemory) startedForTests(startMemoryTable);

  it('holds every version once and in order for a reader that polls while writers race and repeat writes', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ lineages, batch, again, readLimit }) => {
        run += 1;
        const partnerId = `partner-${run}`;
        let writing = true;
        const writers = lineages.map(async (length, lineage) => {
          const all = Array.from({ length }, (_, n) => streamed(`TX#${run}-${lineage}`, n + 1));
          const restarts = again.filter(([which]) => which === lineage).map(([, at]) => at);
          for (let from = 0; from < length; from += batch) {
            await appendChanges(partnerId, all.slice(from, from + batch), NOW);
            const back = restarts.pop();
            if (back !== undefined) from = Math.min(from, back - batch);
            from = Math.max(from, -batch);
          }
        });
        const reader = (async () => {
          const found: Change[] = [];
          let place = { page: 0, index: 0 };
          for (let last = false; ; last = !writing) {
            const part = await readOn(partnerId, place, readLimit);
            found.push(...part.found);
            place = part.place;
            if (last) return found;
            await setImmediate();
          }
        })();
        await Promise.all(writers);
        writing = false;
        const names = (await reader).map(toName);
        const expected = lineages.flatMap((length, lineage) =>
          Array.from({ length }, (_, n) => `TX#${run}-${lineage}@${n + 1}`),
        );
        expect(names.toSorted()).toEqual(expected.toSorted());
        for (const [lineage] of lineages.entries()) {
          const own = names.filter((name) => name.startsWith(`TX#${run}-${lineage}@`));
          const versions = own.map((name) => Number(name.split('@')[1]));
          expect(versions).toEqual(versions.toSorted((left, right) => left - right));
        }
      }),
      { numRuns: runs },
    );
  });
});

describe('the feed of changes', () => {
  it('cuts pages by number and by size', async () => {
    const big = Array.from({ length: 6 }, (_, n) => {
      const one = streamed('TX#big', n + 1);
      return { ...one, change: { ...one.change, resource: JSON.stringify('x'.repeat(70_000)) } };
    });
    await appendChanges('partner-big', big, NOW);
    const { found, place } = await readOn('partner-big', { page: 0, index: 0 }, 100);
    expect(found).toHaveLength(6);
    expect(place).toEqual({ page: 3, index: 2 });
  });

  it('continues with a rare type where it stopped scanning', async () => {
    const many = Array.from({ length: 60 }, (_, n) => streamed('TX#rare', n + 1));
    const last = streamed('USER#rare', 61);
    await appendChanges('partner-rare', [...many, { ...last, change: { ...last.change, type: 'USER' } }], NOW);
    const { changes, next } = await readChanges('partner-rare', {
      from: { page: 0, index: 0 },
      types: ['USER'],
      limit: 10,
      nowMs: NOW,
    });
    expect(changes.map(toName)).toEqual(['USER#rare@61']);
    expect(await readOn('partner-rare', next, 10)).toMatchObject({ found: [] });
  });
});

const START = { page: 0, index: 0 };

async function readPage(partnerId: string, page: number) {
  const item = await readItem(feedPageKey(partnerId, page));
  if (item === undefined) throw new Error(`There is no page ${page}`);
  return item;
}

describe('stored pages', () => {
  it('are compressed, and are read from any place on', async () => {
    const all = Array.from({ length: 9 }, (_, n) => streamed('TX#forms', n + 1));
    for (const from of [0, 3, 6]) await appendChanges('partner-forms', all.slice(from, from + 3), NOW);
    expect(await readPage('partner-forms', 2)).toMatchObject({ packed: expect.any(Uint8Array) });
    expect(await readPage('partner-forms', 2)).not.toHaveProperty('changes');
    const changes = all.map(({ change }) => change);
    expect((await readOn('partner-forms', START, 2)).found).toEqual(changes);
    expect((await readOn('partner-forms', { page: 2, index: 1 }, 100)).found).toEqual(changes.slice(4));
  });

  it('keep a text of every kind, and up to 25 changes', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), { numRuns: 25, seed: 7 });
    const all = texts.map((text, n) => {
      const one = streamed('TX#texts', n + 1);
      return { ...one, change: { ...one.change, resource: JSON.stringify({ text }) } };
    });
    await appendChanges('partner-texts', all, NOW);
    expect((await readOn('partner-texts', START, 100)).found).toEqual(all.map(({ change }) => change));
  });

  it('lose an erased person and keep their form', async () => {
    const partnerId = 'partner-erased';
    const [own, other] = [streamed('TX#own', 1), streamed('TX#other', 2)];
    const resource = JSON.stringify({ userId: 'erased-user', name: 'Ana García' });
    await appendChanges(partnerId, [{ ...own, change: { ...own.change, resource } }, other], NOW);
    const before = await readPage(partnerId, 1);
    const trace = { partnerId, userId: 'erased-user', notificationIds: new Set<string>() };
    const found: RecordKey[] = [];
    for await (const page of findPages(trace)) {
      found.push(page);
      await erasePage(page, trace);
    }
    expect(found).toHaveLength(1);
    const after = await readPage(partnerId, 1);
    expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
    const { found: changes } = await readOn(partnerId, START, 100);
    expect(changes).toEqual([{ ...own.change, resource: '{"state":"ERASED"}' }, other.change]);
  });
});
