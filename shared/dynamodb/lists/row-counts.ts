/**
 * Counts the rows of lists. If a whole list has more than 1,000 rows, its count is the number that the table stores. All other
 * counts scan the rows during the request.
 */
import { type Collection, listCountKey, listPartition } from '#shared/dynamodb/keys';
import { type RangeQuery, readItem, readRange } from '#shared/dynamodb/table';

/** Maximum number of rows of a whole list to count during a request. Longer lists use the stored count. */
const MAX_COUNTED = 1000;

export interface RowCount {
  readonly count: number;
  /** True if there may be more matches among rows that were not scanned. */
  readonly isLowerBound: boolean;
}

/** Returns the number of rows of a whole list: counted now up to 1,000 rows, otherwise the count that `projectChanges` stores. */
export async function countList(partnerId: string, collection: Collection, facet: string): Promise<number> {
  const partition = listPartition(partnerId, collection, facet);
  return countPartition(partition, await readStoredCount(partition));
}

/**
 * Returns the total number of rows of several whole lists.
 * @param reading the concurrent read of the page; its `length` is the total if the page contains all rows
 */
export async function countWholeLists(
  ranges: readonly RangeQuery[],
  reading: Promise<{ readonly length: number | undefined }>,
): Promise<RowCount> {
  const [{ length: known }, ...stored] = await Promise.all([
    reading,
    ...ranges.map(({ partition }) => readStoredCount(partition)),
  ]);
  const counts =
    known === undefined
      ? await Promise.all(ranges.map(({ partition }, at) => countPartition(partition, stored[at] ?? 0)))
      : [known];
  return { count: counts.reduce((sum, count) => sum + count, 0), isLowerBound: false };
}

/** Counts the matches in the first `maxScanned` rows of the ranges, one range after the other. */
export async function countMatches(ranges: readonly RangeQuery[], maxScanned: number): Promise<RowCount> {
  let [count, left] = [0, maxScanned];
  for (const range of ranges) {
    if (left === 0) return { count, isLowerBound: true };
    const part = await countRange(range, left);
    count += part.count;
    left -= part.scanned;
    if (!part.isWhole) return { count, isLowerBound: true };
  }
  return { count, isLowerBound: false };
}

async function countPartition(partition: string, stored: number): Promise<number> {
  if (stored > MAX_COUNTED * 1.2) return stored;
  const { count } = await countRange({ partition }, MAX_COUNTED + 1);
  return count > MAX_COUNTED ? Math.max(count, stored) : count;
}

async function countRange(
  range: RangeQuery,
  maxScanned: number,
): Promise<{ readonly count: number; readonly scanned: number; readonly isWhole: boolean }> {
  let [count, scanned] = [0, 0];
  let after: string | undefined;
  do {
    const part = await readRange({ ...range, countOnly: true, limit: maxScanned - scanned, after });
    count += part.count;
    scanned += part.scanned;
    after = part.next;
  } while (after !== undefined && scanned < maxScanned);
  return { count, scanned, isWhole: after === undefined };
}

async function readStoredCount(partition: string): Promise<number> {
  const item = await readItem(listCountKey(partition));
  return typeof item?.rows === 'number' ? item.rows : 0;
}
