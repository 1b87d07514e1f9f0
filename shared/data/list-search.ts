/**
 * Reads several lists as one, in the order of their ids. Each list is read ahead, and what all of them are known up
 * to is found; then the one that is known least far is read on.
 */
import { type RangeQuery, type RawItem, readRange } from '#shared/data/table';

export interface Search {
  /** One range of each list, all in the same direction. */
  readonly ranges: readonly RangeQuery[];
  readonly newestFirst: boolean;
  /** Id to go on after. */
  readonly after: string | undefined;
  /** So many rows are enough. */
  readonly wanted: number;
  /** Rows of all lists that are looked at, at most. */
  readonly mostLookedAt: number;
}

export interface Found {
  /** What was asked for, or more. */
  readonly rows: readonly RawItem[];
  /** Id of the last row up to which everything was looked at, where that ended the search. */
  readonly stoppedAt: string | undefined;
  /** Rows that were looked at. */
  readonly looked: number;
}

/** A list as far as it has been read. */
interface ReadingList {
  readonly range: RangeQuery;
  /** Id of the last row that was looked at. */
  position: string | undefined;
  isAtEnd: boolean;
  /** Rows up to the position that are not among the found yet. */
  ahead: RawItem[];
  /** Rows that the last call was to look at. */
  reach: number;
}

/** The most that one page wants: 100 rows, and one that tells whether there are more. Two read units of a list. */
const LARGEST_PAGE = 101;

/** Finds the first rows of several lists together. No row is in two of them. */
export async function searchLists({ ranges, after, ...search }: Search): Promise<Found> {
  const { newestFirst, wanted, mostLookedAt } = search;
  const isBefore = (a: string, b: string) => (newestFirst ? a > b : a < b);
  const lists = ranges.map(
    (range): ReadingList => ({ range, position: after, isAtEnd: false, ahead: [], reach: 0 }),
  );
  const rows: RawItem[] = [];
  let left = mostLookedAt;
  let behind: readonly ReadingList[] = lists;
  while (behind.length > 0 && rows.length < wanted && left > 0) {
    const open = lists.filter(({ isAtEnd }) => !isAtEnd).length;
    const share = Math.max(1, Math.floor(left / behind.length));
    const looked = await Promise.all(
      behind.map((list) => readOn(list, Math.min(share, reachOf(list, wanted - rows.length, open)))),
    );
    left -= looked.reduce((sum, one) => sum + one, 0);
    behind = furthestBehind(lists, isBefore);
    rows.push(...takeKnown(lists, behind.at(0)?.position, isBefore));
  }
  const stoppedAt = rows.length < wanted ? behind.at(0)?.position : undefined;
  return { rows, stoppedAt, looked: mostLookedAt - left };
}

/** How many rows of a list to look at next, when so many are missing and so many lists may hold them. */
function reachOf({ range, reach }: ReadingList, missing: number, open: number): number {
  // All of a page may be in one list; what a deep `skip` passes over is shared.
  const share = missing <= LARGEST_PAGE ? missing : Math.max(LARGEST_PAGE, Math.ceil(missing / open));
  // What a filter leaves out counts towards a call's limit: where matches are rare, calls look ever further.
  return range.filter === undefined ? share : Math.max(share, 2 * reach);
}

/** Reads one call's worth of a list, and answers how many rows it looked at. */
async function readOn(list: ReadingList, reach: number): Promise<number> {
  const { range, position } = list;
  const part = await readRange({
    ...range,
    limit: reach,
    ...(position === undefined ? {} : { after: position }),
  });
  list.ahead.push(...part.items);
  list.reach = reach;
  if (part.next === undefined) list.isAtEnd = true;
  else list.position = part.next;
  return part.looked;
}

/** The lists that hold the others up: with more to read, and read least far. */
function furthestBehind(
  lists: readonly ReadingList[],
  isBefore: (a: string, b: string) => boolean,
): ReadingList[] {
  const open = lists.filter(({ isAtEnd }) => !isAtEnd);
  const [least] = open
    .flatMap(({ position }) => position ?? [])
    .toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  return open.filter(({ position }) => position === least);
}

/** Takes what lies up to an id out of the lists, in order; all there is when no list has more to read. */
function takeKnown(
  lists: readonly ReadingList[],
  upTo: string | undefined,
  isBefore: (a: string, b: string) => boolean,
): RawItem[] {
  const known = lists.flatMap((list) => {
    const beyond = upTo === undefined ? -1 : list.ahead.findIndex((row) => isBefore(upTo, idOf(row)));
    return list.ahead.splice(0, beyond < 0 ? list.ahead.length : beyond);
  });
  return known.toSorted((a, b) => (isBefore(idOf(a), idOf(b)) ? -1 : 1));
}

export function idOf(row: RawItem): string {
  return String(row.SK);
}
