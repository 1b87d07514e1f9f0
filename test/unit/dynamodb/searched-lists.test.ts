import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addToLists } from '#shared/dynamodb/lists/list-rows';
import { ReadMeter } from '#shared/dynamodb/read-units';
import { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { type Page, type PageRequest, type PageTarget, readPage } from '#shared/http/paging';
import { requestsForReads } from '#shared/partners/domain/request-rate';
import { minIdAt, newId } from '#shared/values/ids';
import { startMemoryTable } from '#test/unit/delivery/table';

const START_MS = Date.UTC(2026, 0, 1);
const BOUND = 50;

let memory: ReturnType<typeof startMemoryTable>;
/** Parameters of each query, and the number of rows that it scanned. */
let queries: { counts: boolean; limit: number; after: unknown; scanned: number }[] = [];
beforeEach(() => {
  queries = [];
});

const idAt = (index: number) => minIdAt(START_MS + index * 1000);
const countScanned = (counts: boolean) =>
  queries.filter((one) => one.counts === counts).reduce((sum, { scanned }) => sum + scanned, 0);

beforeAll(() => {
  memory = startMemoryTable();
  const { table } = memory;
  const query = table.query.bind(table);
  vi.spyOn(table, 'query').mockImplementation((input) => {
    const page = query(input);
    queries.push({
      counts: input.Select === 'COUNT',
      limit: input.Limit ?? Number.NaN,
      after: input.ExclusiveStartKey,
      scanned: page.ScannedCount ?? 0,
    });
    return page;
  });
});
afterAll(() => memory?.stop());

/** Writes list rows for a new partner, oldest first. Each row has a filter value (facet) and the attributes of `fill`. */
async function list(
  facets: readonly string[],
  fill: (index: number) => Record<string, string> = () => ({}),
): Promise<PageTarget> {
  const partnerId = newId(START_MS);
  const rows = facets.map((facet, index) =>
    addToLists({ partnerId, collection: 'TX', id: idAt(index), attributes: fill(index) }, [facet]),
  );
  for (const { Put } of PendingWrite.toTransactItems(rows.flat()))
    memory.table.put({ TableName: Put?.TableName, Item: marshall(Put?.Item ?? {}, { removeUndefinedValues: true }) });
  return { partnerId, collection: 'TX', facets: [...new Set(facets)], where: {} };
}

type IdPage = Page<string>;

function readIds(target: PageTarget, request: PageRequest, bound?: number): Promise<IdPage> {
  return readPage(target, request, async (ids) => ids, bound);
}

/** Reads all pages of a list with cursors. */
async function walk(target: PageTarget, request: PageRequest, bound?: number): Promise<IdPage[]> {
  const pages: IdPage[] = [];
  let cursor: string | undefined;
  do {
    const page: IdPage = await readIds(target, { ...request, cursor }, bound);
    pages.push(page);
    cursor = page.nextCursor;
    if (pages.length > 1000) throw new Error('The reader does not arrive');
  } while (cursor !== undefined);
  return pages;
}

const times = (length: number, facet: (index: number) => string) => Array.from({ length }, (_, index) => facet(index));

const mixes: readonly { readonly name: string; readonly facets: readonly string[] }[] = [
  { name: 'taking turns', facets: times(120, (index) => ['A', 'B', 'C'][index % 3] ?? 'A') },
  {
    name: 'by chance',
    facets: times(120, (index) => ['A', 'B', 'C'][((index * 7919) % 31) % 3] ?? 'A'),
  },
  {
    name: 'one after the other',
    facets: times(120, (index) => (index < 50 ? 'A' : index < 100 ? 'B' : 'C')),
  },
  { name: 'nearly all in one', facets: times(120, (index) => (index % 40 === 20 ? 'B' : 'A')) },
  { name: 'alone', facets: times(120, () => 'A') },
];
const orders = [
  { sortOrder: 'asc', inOrder: (ids: string[]) => ids },
  { sortOrder: 'desc', inOrder: (ids: string[]) => ids.toReversed() },
] as const;

describe.each(mixes)('lists read as one, rows $name', ({ facets }) => {
  let target: PageTarget;
  const ids = facets.map((_, index) => idAt(index));
  beforeAll(async () => {
    const filled = await list(facets, (index) => ({ kind: index % 5 === 0 ? 'rare' : 'common' }));
    target = { ...filled, facets: [...filled.facets, 'EMPTY'] };
  });

  describe.each(orders)('$sortOrder', ({ sortOrder, inOrder }) => {
    it.each([1, 7, 100])('come in order and each once, %i at a time', async (limit) => {
      const pages = await walk(target, { sortOrder, limit });
      expect(pages.flatMap((page) => page.items)).toEqual(inOrder(ids));
      expect(pages).toHaveLength(Math.ceil(ids.length / limit));
      expect(pages.every(({ count, countIsLowerBound }) => count === 120 && !countIsLowerBound)).toBe(true);
    });

    it.each([1, 60, 110, 120, 500])('begin after the first %i', async (skip) => {
      const page = await readIds(target, { sortOrder, skip, limit: 20 });
      expect(page.items).toEqual(inOrder(ids).slice(skip, skip + 20));
      expect(page.nextCursor === undefined).toBe(skip + 20 >= ids.length);
    });

    it('are narrowed by time and by attributes of rows, within the bound or beyond it', async () => {
      const createdFrom = START_MS + 13_000;
      const createdTo = START_MS + 103_000;
      const rare = ids.filter((_, index) => index >= 13 && index <= 103 && index % 5 === 0);
      const narrowed = { ...target, where: { kind: 'rare' } };
      for (const bound of [3, 10, BOUND, 1000]) {
        const pages = await walk(narrowed, { sortOrder, limit: 4, createdFrom, createdTo }, bound);
        expect(pages.flatMap((page) => page.items)).toEqual(inOrder(rare));
        const isExact = bound > 91;
        expect(pages.every(({ countIsLowerBound }) => countIsLowerBound === !isExact)).toBe(true);
        if (isExact) expect(pages[0]?.count).toBe(rare.length);
      }
    });
  });
});

describe('a page of several lists', () => {
  it('asks each of them once', async () => {
    const target = await list(times(300, (index) => ['A', 'B', 'C'][index % 3] ?? 'A'));
    await readIds(target, { limit: 20 });
    expect(queries.filter(({ counts }) => !counts).map(({ limit }) => limit)).toEqual([21, 21, 21]);
  });

  it('counts them by the page that holds all of them, and else apart', async () => {
    const target = await list(times(20, (index) => ['A', 'B', 'C'][index % 3] ?? 'A'));
    const counts = () => queries.filter(({ counts }) => counts).length;
    expect(await readIds(target, { limit: 20 })).toMatchObject({ count: 20, countIsLowerBound: false });
    expect(await readIds(target, { skip: 15, limit: 5 })).toMatchObject({ count: 20 });
    // Each of the two reads has one counting query: it counts the list of all transactions, for the page's `total`.
    expect(counts()).toBe(2);
    expect(await readIds(target, { limit: 19 })).toMatchObject({ count: 20 });
    expect(counts()).toBe(2 + 1 + 3);
    const cursor = (await readIds(target, { limit: 19 })).nextCursor;
    queries.length = 0;
    expect(await readIds(target, { limit: 20, cursor })).toMatchObject({ count: 20, nextCursor: undefined });
    expect(counts()).toBe(1 + 3);
  });

  it('shares what it skips among them', async () => {
    const target = await list(times(3000, (index) => ['A', 'B', 'C'][index % 3] ?? 'A'));
    const page = await readIds(target, { skip: 900, limit: 20, sortOrder: 'asc' });
    expect(page.items.at(0)).toBe(idAt(900));
    expect(countScanned(false)).toBeLessThan(1.2 * 921);
  });
});

describe('a cursor outside of the dates that are asked for', () => {
  const dates = { createdFrom: START_MS + 40_000, createdTo: START_MS + 59_000, limit: 5 };
  const ids = Array.from({ length: 20 }, (_, index) => idAt(40 + index));
  it.each([
    ['asc', 'before', 10, ids.slice(0, 5)],
    ['asc', 'after', 80, []],
    ['desc', 'before', 80, ids.slice(-5).toReversed()],
    ['desc', 'after', 10, []],
  ] as const)('%s, %s them, leads to their beginning or their end', async (sortOrder, _, place, expected) => {
    const target = await list(times(100, (index) => (index % 2 === 0 ? 'A' : 'B')));
    const page = await readIds(target, { ...dates, sortOrder, cursor: idAt(place) });
    expect(page).toMatchObject({ items: expected, count: 20 });
    expect(queries.flatMap(({ after }) => after ?? [])).toEqual([]);
  });
});

describe('the rows that a request scans', () => {
  let target: PageTarget;
  beforeAll(async () => {
    const all = await list(times(6000, () => 'A'));
    target = { ...all, where: { kind: 'rare' } };
  });

  it('end at 5,000 rows for the page and 5,000 for the count, and consume what fifteen requests may', async () => {
    const reads = new ReadMeter();
    const page = await reads.run(() => readIds(target, { limit: 20 }));
    expect([countScanned(false), countScanned(true)]).toEqual([5000, 5000]);
    expect(page).toMatchObject({ items: [], count: 0, countIsLowerBound: true });
    expect(requestsForReads(reads.units)).toBeGreaterThan(5);
    expect(requestsForReads(reads.units)).toBeLessThan(15);
  });

  it('reach as far as is skipped', async () => {
    const dates = { createdFrom: START_MS, createdTo: START_MS + 7_000_000 };
    const deep = { ...target, where: {} };
    const page = await readIds(deep, { ...dates, skip: 5980, limit: 20, sortOrder: 'asc' });
    expect(page).toMatchObject({ count: 5000, countIsLowerBound: true });
    expect(page.items.at(-1)).toBe(idAt(5999));
  });

  it('cost as much as one request for an ordinary page', async () => {
    const ordinary = await list(times(500, () => 'A'));
    const reads = new ReadMeter();
    await reads.run(() => readIds({ ...ordinary, where: { kind: 'rare' } }, { limit: 20 }));
    expect(requestsForReads(reads.units)).toBe(0);
  });
});

describe('what a filter leaves out', () => {
  const isRare = (index: number) => index % 97 === 96;
  const rareIds = Array.from({ length: 1000 }, (_, index) => index)
    .filter(isRare)
    .map(idAt);
  let target: PageTarget;
  beforeAll(async () => {
    const all = await list(
      times(1000, () => 'A'),
      (index) => ({ kind: isRare(index) ? 'rare' : 'common' }),
    );
    target = { ...all, where: { kind: 'rare' } };
  });
  const request = { sortOrder: 'asc', limit: 20 } as const;

  it('is scanned up to the bound, for the page and for the count', async () => {
    const page = await readIds(target, request, 200);
    expect([countScanned(false), countScanned(true)]).toEqual([200, 200]);
    expect(page).toMatchObject({ items: rareIds.slice(0, 2), count: 2, countIsLowerBound: true });
    expect(page.nextCursor).toBeDefined();
  });

  it('does not hide any match from a reader by cursor, or show one twice', async () => {
    const pages = await walk(target, request, BOUND);
    expect(pages.flatMap(({ items }) => items)).toEqual(rareIds);
    expect(pages).toHaveLength(1000 / BOUND + 1);
    expect(pages.some(({ items }) => items.length === 0)).toBe(true);
  });

  it('is scanned in ever longer calls', async () => {
    const page = await readIds(target, request);
    expect(page).toMatchObject({ items: rareIds, count: 10, countIsLowerBound: false, nextCursor: undefined });
    expect(queries.filter(({ counts }) => !counts).map(({ limit }) => limit)).toEqual([21, 42, 84, 168, 336, 672]);
    // One query counts the matches. The other counts the list of all transactions (empty here), for the page's `total`.
    const counting = queries.filter(({ counts }) => counts).map(({ scanned }) => scanned);
    expect(counting.toSorted((a, b) => a - b)).toEqual([0, 1000]);
  });

  it('makes a count a lower bound when it does not end within the bound, and only then', async () => {
    const older = { ...request, createdTo: START_MS + 199_000 };
    expect(await readIds(target, older, 201)).toMatchObject({ count: 2, countIsLowerBound: false });
    expect(await readIds(target, older, 199)).toMatchObject({ count: 2, countIsLowerBound: true });
    const unfiltered = { ...target, where: {} };
    expect(await readIds(unfiltered, older, 150)).toMatchObject({ count: 150, countIsLowerBound: true });
    expect(await readIds(unfiltered, request, 150)).toMatchObject({ count: 1000, countIsLowerBound: false });
  });

  it.each([
    ['2 of the 2 within 200', 2, 200],
    ['1 of the 2 within 200', 1, 200],
    ['past the last of all', 20, 2000],
  ])('can be skipped over: %s', async (_, skip, bound) => {
    const page = await readIds(target, { ...request, skip }, bound);
    expect(page.items).toEqual(rareIds.slice(skip).filter((id) => id < idAt(bound)));
  });

  it.each([
    ['beyond the bound', 3, 200, 'Must not lead beyond the first 200 items of the list'],
    ['beyond 10,000 and the bound', 10_001, 200, 'Must be at most 10000'],
  ])('cannot be skipped over %s', async (_, skip, bound, message) => {
    await expect(readIds(target, { ...request, skip }, bound)).rejects.toMatchObject({
      code: 'INVALID_USER_INPUT_ERROR',
      details: {
        errors: [{ field: 'skip', message: `${message}; read on with the cursor of the last page` }],
      },
    });
  });
});
