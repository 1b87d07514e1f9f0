/**
 * Reads several lists as one, in the order of their ids: a merge of sorted lists. Rows up to the position that every list
 * has reached are final; then the list with the lowest position is read on.
 */
import { type RangeQuery, readRange, type StoredRecord } from '#shared/dynamodb/table';

export interface MergedQuery {
  /** One range of each list, all in the same direction. */
  readonly ranges: readonly RangeQuery[];
  readonly newestFirst: boolean;
  /** Id to go on after. */
  readonly after: string | undefined;
  /** So many rows are enough. */
  readonly wanted: number;
  /** Most rows of all lists that are scanned. */
  readonly maxScanned: number;
}

export interface MergedRows {
  /** Rows that were requested, or more. */
  readonly rows: readonly StoredRecord[];
  /** Id of the row up to which all lists were scanned, if the limit ended the search. */
  readonly stoppedAt: string | undefined;
}

/** A list as far as it has been read. */
interface ListReader {
  readonly range: RangeQuery;
  /** Id of the last row that was scanned. */
  position: string | undefined;
  isAtEnd: boolean;
  /** Rows up to the position that are not among the found yet. */
  buffer: StoredRecord[];
  /** Rows that the last call was to scan. */
  batchSize: number;
}

/** The most that one page wants: 100 rows, and one that tells whether there are more. Two read units of a list. */
const LARGEST_PAGE = 101;

/** Finds the first rows of several lists together. No row is in two of them. */
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

/** Computes the rows of a list to scan next, by the missing rows and the number of lists that may hold them. */
function nextBatchSize({ range, batchSize }: ListReader, missing: number, open: number): number {
  // All items of a page may be in one list; the lists share the rows that a deep `skip` passes over.
  const share = missing <= LARGEST_PAGE ? missing : Math.max(LARGEST_PAGE, Math.ceil(missing / open));
  // Rows that a filter leaves out count towards a call's limit: where matches are rare, each call scans more.
  return range.filter === undefined ? share : Math.max(share, 2 * batchSize);
}

/** Reads one page of a list and returns how many rows it scanned. */
async function readNextBatch(list: ListReader, batchSize: number): Promise<number> {
  const { range, position } = list;
  const part = await readRange({ ...range, limit: batchSize, after: position });
  for (const one of part.items) list.buffer.push(one);
  list.batchSize = batchSize;
  if (part.next === undefined) list.isAtEnd = true;
  else list.position = part.next;
  return part.scanned;
}

/** The lists to read next: those with more rows and the lowest position. */
function leastAdvanced(lists: readonly ListReader[], isBefore: (a: string, b: string) => boolean): ListReader[] {
  const open = lists.filter(({ isAtEnd }) => !isAtEnd);
  const [least] = open.flatMap(({ position }) => position ?? []).toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  return open.filter(({ position }) => position === least);
}

/** Removes the rows up to an id from the lists, in order; all rows if no list has more to read. */
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
