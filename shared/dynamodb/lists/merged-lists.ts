/**
 * Reads several sorted lists and merges their rows in the order of the ids. A row is in the result when every list was read up to
 * the id of the row. The next read continues the list whose last read row comes first in the order.
 */
import { type RangeQuery, readRange, type StoredRecord } from '#shared/dynamodb/table';

export interface MergedQuery {
  /** One range for each list, all with the same sort direction. */
  readonly ranges: readonly RangeQuery[];
  readonly newestFirst: boolean;
  /** Id after which the reading starts. */
  readonly after: string | undefined;
  /** The search stops when it has found at least this number of rows. */
  readonly wanted: number;
  /** Maximum number of rows to scan, in all lists together. */
  readonly maxScanned: number;
}

export interface MergedRows {
  /** Rows found. Their number may be larger than `wanted`. */
  readonly rows: readonly StoredRecord[];
  /** Id of the last row up to which all lists were scanned; `undefined` if the search did not reach `maxScanned`. */
  readonly stoppedAt: string | undefined;
}

/** Current state of the read of a list. */
interface ListReader {
  readonly range: RangeQuery;
  /** Id of the last scanned row. */
  position: string | undefined;
  isAtEnd: boolean;
  /** Rows that were read but are not yet in the result, because not every list was read up to their ids. */
  buffer: StoredRecord[];
  /** Maximum number of rows of the last read. */
  batchSize: number;
}

/**
 * Maximum number of rows for one page: 100 rows, and one row that shows whether a next page exists. 101 rows of transactions
 * (about 205 bytes each) cost six read units.
 */
const LARGEST_PAGE = 101;

/** Finds the first rows of several lists in merged order. A row must not be in more than one of the lists. */
export async function readMerged({ ranges, after, ...search }: MergedQuery): Promise<MergedRows> {
  const { newestFirst, wanted, maxScanned } = search;
  const isBefore = (a: string, b: string) => (newestFirst ? a > b : a < b);
  const lists = ranges.map(
    (range): ListReader => ({ range, position: after, isAtEnd: false, buffer: [], batchSize: 0 }),
  );
  const rows: StoredRecord[] = [];
  let left = maxScanned;
  let lagging: readonly ListReader[] = lists;
  while (lagging.length > 0 && rows.length < wanted && left > 0) {
    const open = lists.filter(({ isAtEnd }) => !isAtEnd).length;
    const share = Math.max(1, Math.floor(left / lagging.length));
    const scannedCounts = await Promise.all(
      lagging.map((list) => readNextBatch(list, Math.min(share, nextBatchSize(list, wanted - rows.length, open)))),
    );
    left -= scannedCounts.reduce((sum, one) => sum + one, 0);
    lagging = leastAdvanced(lists, isBefore);
    for (const one of takeUpTo(lists, lagging.at(0)?.position, isBefore)) rows.push(one);
  }
  const stoppedAt = rows.length < wanted ? lagging.at(0)?.position : undefined;
  return { rows, stoppedAt };
}

/**
 * Computes the number of rows to scan next in a list. `missing` is the number of rows to find. `open` is the number of lists that
 * were not read to their end.
 */
function nextBatchSize({ range, batchSize }: ListReader, missing: number, open: number): number {
  // Usually, reads all missing rows from each list, because one list may contain them all. If more than 101 rows are missing,
  // divides them among the open lists, with at least 101 rows per list.
  const share = missing <= LARGEST_PAGE ? missing : Math.max(LARGEST_PAGE, Math.ceil(missing / open));
  // The limit of a read also counts rows that the filter excludes. Matches may be rare, so each filtered read doubles the limit.
  return range.filter === undefined ? share : Math.max(share, 2 * batchSize);
}

/** Reads one page of a list and returns the number of scanned rows. */
async function readNextBatch(list: ListReader, batchSize: number): Promise<number> {
  const { range, position } = list;
  const part = await readRange({ ...range, limit: batchSize, after: position });
  for (const one of part.items) list.buffer.push(one);
  list.batchSize = batchSize;
  if (part.next === undefined) list.isAtEnd = true;
  else list.position = part.next;
  return part.scanned;
}

/** Returns the lists to read next: of the lists that were not read to their end, those whose last read row comes first. */
function leastAdvanced(lists: readonly ListReader[], isBefore: (a: string, b: string) => boolean): ListReader[] {
  const open = lists.filter(({ isAtEnd }) => !isAtEnd);
  const [least] = open.flatMap(({ position }) => position ?? []).toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  return open.filter(({ position }) => position === least);
}

/** Removes rows up to the id `upTo` from the buffers and returns the rows in order. Removes all rows if `upTo` is `undefined`. */
function takeUpTo(
  lists: readonly ListReader[],
  upTo: string | undefined,
  isBefore: (a: string, b: string) => boolean,
): StoredRecord[] {
  const taken = lists.flatMap((list) => {
    const beyond = upTo === undefined ? -1 : list.buffer.findIndex((row) => isBefore(upTo, rowId(row)));
    return list.buffer.splice(0, beyond < 0 ? list.buffer.length : beyond);
  });
  return taken.toSorted((a, b) => (isBefore(rowId(a), rowId(b)) ? -1 : 1));
}

export function rowId(row: StoredRecord): string {
  return String(row.SK);
}
