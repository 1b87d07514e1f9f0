import { beforeAll, describe, expect, it } from 'vitest';
import { ensureTable } from '#local/engines/dynamodb/table';
import { applyRowChanges, countStore } from '#shared/dynamodb/apply-once';
import { listCountKey, listPartition, transactionKey } from '#shared/dynamodb/keys';
import { allFacet, statusTypeFacet, userFacet } from '#shared/dynamodb/lists/list-rows';
import { padStreamSequence } from '#shared/dynamodb/stream-position';
import { documentClient, readItems, readRange } from '#shared/dynamodb/table';
import { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { type Page, type PageRequest, readPage } from '#shared/http/paging';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { transactionCreationWrites } from '#shared/transactions/repository';
import { newId } from '#shared/values/ids';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { startedForTests } from '#test/support/started-for-tests';
import { writeItems } from '#test/support/write-items';
import { startTable } from '#test/unit/delivery/table';

const TABLE = 'flat-lists';
const START_MS = Date.UTC(2026, 0, 1);
/** Number of users that share the transactions of a partner. */
const USERS = 10;
const LONG = 4600;

interface Seeded {
  readonly partnerId: string;
  readonly users: readonly string[];
  readonly size: number;
}

const engine = startedForTests(startTable);
let short: Seeded;
let long: Seeded;
/** Capacity units since the last reset. */
const units = { reading: 0, counting: 0 };

beforeAll(async () => {
  // A separate table without stream and index. The tests need no stream or index, and writes are faster without them.
  await ensureTable({
    endpoint: engine().endpoint,
    tableName: TABLE,
    properties: {
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'PK', AttributeType: 'S' },
        { AttributeName: 'SK', AttributeType: 'S' },
      ],
    },
  });
  process.env.TABLE_NAME = TABLE;
  short = await seed(200);
  // Each list by status and type is longer than the limit for counting rows one by one (shared/dynamodb/lists/row-counts.ts).
  long = await seed(LONG);
  meter();
});

/** Makes every table request return its consumed capacity, and adds it to `units`. */
function meter(): void {
  documentClient().middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const response = await next(args);
      const { output } = response;
      const consumed = 'ConsumedCapacity' in output ? toUnits(output.ConsumedCapacity) : 0;
      if (!(consumed > 0)) throw new Error('A call did not tell what it consumed');
      units[countsRows(args.input) ? 'counting' : 'reading'] += consumed;
      return response;
    },
    { step: 'initialize', name: 'meter' },
  );
}

/** Returns true if a request counts the rows of a list, or reads a stored count. */
function countsRows(input: object): boolean {
  if ('Select' in input && input.Select === 'COUNT') return true;
  return 'Key' in input && typeof input.Key === 'object' && input.Key !== null && isCountKey(input.Key);
}

function isCountKey(key: object): boolean {
  return 'SK' in key && key.SK === listCountKey('').SK;
}

/** Returns the capacity units of a response. A batch returns several values. */
function toUnits(consumed: unknown): number {
  return [consumed].flat().reduce((sum: number, one) => {
    const units = typeof one === 'object' && one !== null && 'CapacityUnits' in one ? one.CapacityUnits : 0;
    return sum + Number(units);
  }, 0);
}

/**
 * Stores transactions of one partner and their rows in the lists that the tests read, as the API does. Also stores the number of
 * rows of each of these lists, as a worker of the service does.
 */
async function seed(size: number): Promise<Seeded> {
  const partnerId = newId(START_MS);
  const users = Array.from({ length: USERS }, () => newId(START_MS));
  const items: Record<string, unknown>[] = [];
  const lists = new Map<string, number>();
  const read = new Set(
    pages.flatMap(({ facets }) => facets({ users })).map((one) => listPartition(partnerId, 'TX', one)),
  );
  for (let index = 0; index < size; index += 1) {
    const creation = transactionCreationWrites(transactionAt(index, partnerId, users[index % USERS] ?? ''));
    for (const { Put } of PendingWrite.toTransactItems(creation)) {
      if (Put?.Item === undefined) throw new Error('A creation writes more than items');
      const partition = String(Put.Item.PK);
      if (read.has(partition)) lists.set(partition, (lists.get(partition) ?? 0) + 1);
      if (read.has(partition) || Put.Item.entity === 'TX') items.push(Put.Item);
    }
  }
  await writeItems(items);
  for (const [partition, rows] of lists) {
    const changes = Array.from({ length: rows }, (_, index) => ({
      seq: padStreamSequence(String(index + 1)),
      delta: 1 as const,
    }));
    await applyRowChanges(countStore, partition, changes);
  }
  return { partnerId, users, size };
}

/** Returns true for four of five transactions; the fifth one expired. */
const isCompleted = (index: number) => index % 5 !== 4;

/** Returns a transaction. Its type depends on the index: cross-ramp, on-ramp and off-ramp take turns. */
function transactionAt(index: number, partnerId: string, userId: string): Transaction {
  const createdAtMs = START_MS + index * 1000;
  const shared = {
    id: newId(createdAtMs),
    partnerId,
    userId,
    status: isCompleted(index) ? 'COMPLETED' : 'EXPIRED',
    createdAtMs,
    updatedAtMs: createdAtMs,
    deadlineMs: undefined,
  } as const;
  return [aCrossRamp, anOnRamp, anOffRamp][index % 3]?.(shared) ?? aCrossRamp(shared);
}

/** Page of one list request. `reading` is the capacity units for list rows and transactions, `counting` those for counts. */
interface Cost {
  readonly page: Page<unknown>;
  readonly reading: number;
  readonly counting: number;
}

/** Reads a page as the endpoint does: rows and counts, then the transactions. */
async function measureCost(
  { partnerId }: Seeded,
  facets: readonly string[],
  request: PageRequest & { limit: number },
): Promise<Cost> {
  Object.assign(units, { reading: 0, counting: 0 });
  const target = { partnerId, collection: 'TX', facets, where: {} } as const;
  const page = await readPage(target, request, (ids) => readItems(ids.map(transactionKey)));
  expect(page.items.filter((item) => item !== undefined)).toHaveLength(request.limit);
  return { page, ...units };
}

/** Returns a cursor in the middle of a list. */
async function findMiddle({ partnerId, size }: Seeded): Promise<string | undefined> {
  const request = { skip: size / 2 - 20, limit: 20 };
  const target = { partnerId, collection: 'TX', facets: [allFacet], where: {} } as const;
  const page = await readPage(target, request, async (ids) => ids);
  return page.nextCursor;
}

const pages: readonly {
  readonly name: string;
  readonly facets: (seeded: Pick<Seeded, 'users'>) => readonly string[];
  /** Returns true if the list contains the transaction with this index. */
  readonly holds: (index: number) => boolean;
  readonly deep?: boolean;
}[] = [
  { name: 'first', facets: () => [allFacet], holds: () => true },
  {
    name: 'one by status, of three lists',
    facets: () => statusFacts.COMPLETED.kinds.map((kind) => statusTypeFacet('COMPLETED', kind)),
    holds: isCompleted,
  },
  {
    name: 'one by status and type',
    facets: () => [statusTypeFacet('COMPLETED', 'CROSS_RAMP')],
    holds: (index) => isCompleted(index) && index % 3 === 0,
  },
  {
    name: 'one by user',
    facets: ({ users }) => [userFacet(users[3] ?? '')],
    holds: (index) => index % USERS === 3,
  },
  { name: 'one deep down, by cursor', facets: () => [allFacet], holds: () => true, deep: true },
];

describe('a page of transactions', () => {
  it.each(pages)('costs the same of 4,600 as of 200: $name', async ({ facets, holds, deep }) => {
    const costs: Cost[] = [];
    for (const seeded of [short, long]) {
      const cursor = deep === true ? await findMiddle(seeded) : undefined;
      expect(cursor !== undefined).toBe(deep === true);
      const cost = await measureCost(seeded, facets(seeded), { limit: 20, cursor });
      const count = Array.from({ length: seeded.size }, (_, index) => index).filter(holds).length;
      expect(cost.page).toMatchObject({ count, countIsLowerBound: false, total: seeded.size });
      costs.push(cost);
    }
    const [few, many] = costs;
    if (few === undefined || many === undefined) throw new Error('Two pages were read');
    expect(few.reading).toBeGreaterThan(0);
    expect(many.reading).toBeLessThanOrEqual(2 * few.reading);
    expect(few.reading).toBeLessThanOrEqual(2 * many.reading);
    // Short lists count rows, long lists read a stored count, so the cost can differ a little. It must not grow with the list.
    expect(many.reading + many.counting).toBeLessThanOrEqual(2 * (few.reading + few.counting));
  });

  it('is measured by units that grow with what is read', async () => {
    const wholes: number[] = [];
    for (const { partnerId, size } of [short, long]) {
      Object.assign(units, { reading: 0, counting: 0 });
      let rows = 0;
      let after: string | undefined;
      do {
        const partition = listPartition(partnerId, 'TX', allFacet);
        const part = await readRange({
          partition,
          countOnly: true,
          ...(after === undefined ? {} : { after }),
        });
        rows += part.count;
        after = part.next;
      } while (after !== undefined);
      expect(rows).toBe(size);
      wholes.push(units.counting);
    }
    const [few = 0, many = 0] = wholes;
    expect(many / few).toBeGreaterThan(15);
  });
});
