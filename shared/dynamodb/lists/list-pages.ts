/** Pages of lists, with the number of their matches. */
import { allOf, anyOf, type Condition, equals } from '#shared/dynamodb/expressions';
import { type Collection, listPartition } from '#shared/dynamodb/keys';
import type { RangeQuery, StoredRecord } from '#shared/dynamodb/table';
import { isCountedList, type ListRow } from './list-rows';
import { readMerged, rowId } from './merged-lists';
import { countMatches, countWholeLists } from './row-counts';

/** Values of row attributes, by name. */
type AttributeValues = ListRow['attributes'];
/** Values that an attribute may have. */
type Alternatives = Readonly<Record<string, string | number | readonly string[]>>;

export interface ListQuery {
  readonly partnerId: string;
  readonly collection: Collection;
  /** The lists that hold every match between them. No row is in two of them. */
  readonly facets: readonly string[];
  /** Inclusive bounds of the item ids. */
  readonly fromId?: string | undefined;
  readonly toId?: string | undefined;
  readonly newestFirst: boolean;
  /** Equality on row attributes beyond the facets. */
  readonly where: AttributeValues;
  /** Groups of values of row attributes: of each group, at least one value must hold. @default none */
  readonly anyOf?: readonly Alternatives[];
  readonly skip: number;
  readonly limit: number;
  /** Id of the last row of the page before. */
  readonly after?: string | undefined;
}

export interface ListPage<T> {
  /** Items that were loaded for the page's rows. */
  readonly items: readonly T[];
  /** Rows that match the query, as far as it was scanned. */
  readonly count: number;
  /** True if there may be more than `count`. */
  readonly countIsLowerBound: boolean;
  /** True if all that was to be skipped was passed, or the lists ended before. */
  readonly isSkipPassed: boolean;
  /** Id to go on after, when there may be more. */
  readonly next: string | undefined;
  /** Rows that may be scanned for the page. */
  readonly scanLimit: number;
}

/** Rows that may be skipped before a reader has to go on by cursor. */
export const MAX_SKIP = 10_000;

/**
 * Rows that are scanned for a page, and again for its count, where a filter or a range of dates leaves rows out:
 * some 250 read units of a list of transactions, whose rows have about 205 bytes. A page that skips more scans as far
 * as it skips. An unfiltered list reads its page and what it skips; the stored counts give its count.
 */
const MAX_SCANNED = 5000;

/** Loads the items of a page's rows, by their ids or other attributes. */
export type LoadRows<T> = (ids: readonly string[], rows: readonly StoredRecord[]) => Promise<readonly T[]>;

/**
 * Reads a page of rows, loads their items and counts what matches. Items and count do not wait for each other.
 * @param maxScanned rows to scan for the page, and for its count. @default see `MAX_SCANNED`
 */
export async function readListPage<T>(query: ListQuery, load: LoadRows<T>, maxScanned?: number): Promise<ListPage<T>> {
  const { fromId, toId, skip, limit } = query;
  const scanLimit = maxScanned ?? Math.max(MAX_SCANNED, skip + limit + 1);
  const isEmpty = fromId !== undefined && toId !== undefined && fromId > toId;
  const ranges = isEmpty ? [] : toRanges(query);
  const reading = readRows(query, ranges, scanLimit);
  const isWhole =
    fromId === undefined &&
    toId === undefined &&
    ranges.every(({ filter, partition }) => filter === undefined && isCountedList(partition));
  const [{ isSkipPassed, next }, items, { count, isLowerBound }] = await Promise.all([
    reading,
    reading.then(({ rows }) => load(rows.map(rowId), rows)),
    isWhole ? countWholeLists(ranges, reading) : countMatches(ranges, maxScanned ?? MAX_SCANNED),
  ]);
  return { items, count, countIsLowerBound: isLowerBound, isSkipPassed, next, scanLimit };
}

function toRanges(query: ListQuery): RangeQuery[] {
  const { partnerId, collection, newestFirst, fromId, toId } = query;
  const filter = toFilter(query);
  return query.facets.map((facet) => ({
    partition: listPartition(partnerId, collection, facet),
    newestFirst,
    from: fromId,
    to: toId,
    filter,
  }));
}

function toFilter({ where, anyOf: groups = [] }: ListQuery): Condition | undefined {
  const equalities = (values: Alternatives) =>
    Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => equals(name, one)));
  const all = [...equalities(where), ...groups.map((group) => anyOf(...equalities(group)))];
  return all.length === 0 ? undefined : allOf(...all);
}

interface PageRows extends Pick<ListPage<unknown>, 'next' | 'isSkipPassed'> {
  readonly rows: readonly StoredRecord[];
  /** Number of rows of all lists together, if the page was read from their beginning to their end. */
  readonly length: number | undefined;
}

async function readRows(query: ListQuery, ranges: readonly RangeQuery[], maxScanned: number): Promise<PageRows> {
  const { skip, limit, newestFirst } = query;
  const end = skip + limit;
  const place = locateCursor(query);
  const { rows, stoppedAt } = await readMerged({
    ranges: place === 'AFTER' ? [] : ranges,
    newestFirst,
    after: place === 'WITHIN' ? query.after : undefined,
    // One row more than the page shows whether there is a next page.
    wanted: end + 1,
    maxScanned,
  });
  const page = rows.slice(skip, end);
  const last = page.at(-1);
  const isSkipPassed = stoppedAt === undefined || rows.length >= skip;
  const next = rows.length > end && last !== undefined ? rowId(last) : stoppedAt;
  const length = next === undefined && query.after === undefined ? rows.length : undefined;
  return { rows: page, isSkipPassed, next, length };
}

/** The position of a cursor relative to the requested dates: DynamoDB refuses a start outside of them. */
function locateCursor({ after, fromId, toId, newestFirst }: ListQuery): 'BEFORE' | 'WITHIN' | 'AFTER' {
  const isOlder = after !== undefined && fromId !== undefined && after < fromId;
  const isNewer = after !== undefined && toId !== undefined && after > toId;
  if (!isOlder && !isNewer) return 'WITHIN';
  return isOlder === newestFirst ? 'AFTER' : 'BEFORE';
}
