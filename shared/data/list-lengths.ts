/** How many rows lists have: whole ones by the number that is kept of them, parts of them by counting. */
import { type Collection, listCountKey, listPartition } from '#shared/data/keys';
import { type RangeQuery, readItem, readRange } from '#shared/data/table';

/** Up to this many rows are counted at once; beyond it the kept count answers. */
const COUNTED_AT_ONCE = 1000;

export interface Count {
  readonly count: number;
  /** Whether there may be more, which were not looked at. */
  readonly isLowerBound: boolean;
  /** Rows that were looked at beyond those that any list is counted by. */
  readonly looked: number;
}

/** Number of rows of a whole list: counted up to 1,000, beyond that as kept by the projectChanges worker. */
export async function countList(partnerId: string, collection: Collection, facet: string): Promise<number> {
  return countPartition(listPartition(partnerId, collection, facet));
}

/** Number of rows of whole lists together. */
export async function countWhole(ranges: readonly RangeQuery[]): Promise<Count> {
  const counts = await Promise.all(ranges.map(({ partition }) => countPartition(partition)));
  return { count: counts.reduce((sum, count) => sum + count, 0), isLowerBound: false, looked: 0 };
}

/** Number of matches among the first rows of ranges, one range after the other. */
export async function countMatches(ranges: readonly RangeQuery[], mostLookedAt: number): Promise<Count> {
  let [count, left] = [0, mostLookedAt];
  for (const range of ranges) {
    if (left === 0) return { count, isLowerBound: true, looked: mostLookedAt };
    const part = await countRange(range, left);
    count += part.count;
    left -= part.looked;
    if (!part.isWhole) return { count, isLowerBound: true, looked: mostLookedAt - left };
  }
  return { count, isLowerBound: false, looked: mostLookedAt - left };
}

async function countPartition(partition: string): Promise<number> {
  const kept = await readKeptCount(partition);
  if (kept > COUNTED_AT_ONCE * 1.2) return kept;
  const { count } = await countRange({ partition }, COUNTED_AT_ONCE + 1);
  return count > COUNTED_AT_ONCE ? Math.max(count, kept) : count;
}

async function countRange(
  range: RangeQuery,
  mostLookedAt: number,
): Promise<{ readonly count: number; readonly looked: number; readonly isWhole: boolean }> {
  let [count, looked] = [0, 0];
  let after: string | undefined;
  do {
    const limit = mostLookedAt - looked;
    const part = await readRange({
      ...range,
      countOnly: true,
      limit,
      ...(after === undefined ? {} : { after }),
    });
    count += part.count;
    looked += part.looked;
    after = part.next;
  } while (after !== undefined && looked < mostLookedAt);
  return { count, looked, isWhole: after === undefined };
}

async function readKeptCount(partition: string): Promise<number> {
  const item = await readItem(listCountKey(partition));
  return typeof item?.rows === 'number' ? item.rows : 0;
}
