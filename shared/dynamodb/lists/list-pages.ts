/** Reads pages of lists and counts the rows that match a query. */
import { allOf, anyOf, type Condition, equals } from '#shared/dynamodb/expressions';
import { type Collection, listPartition } from '#shared/dynamodb/keys';
import type { RangeQuery, StoredRecord } from '#shared/dynamodb/table';
import { isCountedList, type ListRow } from './list-rows';
import { readMerged, rowId } from './merged-lists';
import { countMatches, countWholeLists } from './row-counts';

type AttributeValues = ListRow['attributes'];
/** Alternative values of row attributes, by attribute name. */
type Alternatives = Readonly<Record<string, string | number | readonly string[]>>;

export interface ListQuery {
  readonly partnerId: string;
  readonly collection: Collection;
  /** Facets of the lists to read, for example a status or a user. A matching row is in exactly one of these lists. */
  readonly facets: readonly string[];
  /** Inclusive lower and upper bound of the item ids. */
  readonly fromId?: string | undefined;
  readonly toId?: string | undefined;
  readonly newestFirst: boolean;
  /** Attribute values that a row must have, in addition to its facet. */
  readonly where: AttributeValues;
  /** Groups of alternatives: a row must match at least one value of every group. @default no groups */
  readonly anyOf?: readonly Alternatives[];
  readonly skip: number;
  readonly limit: number;
  /** Id of the last row of the previous page. */
  readonly after?: string | undefined;
}

export interface ListPage<T> {
  /** Items that `LoadRows` returned for the rows of the page. */
  readonly items: readonly T[];
  readonly count: number;
  /** True if rows that were not scanned may also match, so that the real number may be larger than `count`. */
  readonly countIsLowerBound: boolean;
  /** False if the scan limit was reached before `skip` rows were skipped. */
  readonly isSkipPassed: boolean;
  /** Id after which the next page starts; `undefined` on the last page. */
  readonly next: string | undefined;
  /** Maximum number of rows to scan for the page. */
  readonly scanLimit: number;
}

/** Maximum `skip`. Callers use the cursor for rows beyond this number. */
export const MAX_SKIP = 10_000;

/**
 * Maximum number of rows to scan for a page with a filter or a date range (docs/adr/006). If `skip + limit + 1` is larger, the
 * page scans up to that number of rows. The count of the matches scans up to `MAX_SCANNED` rows in addition. 5,000 rows of
 * transactions (about 205 bytes each) cost about 250 read units.
 */
const MAX_SCANNED = 5000;

/** Loads the items of a page by the ids or other attributes of its rows. */
export type LoadRows<T> = (ids: readonly string[], rows: readonly StoredRecord[]) => Promise<readonly T[]>;

/**
 * Reads a page of rows, then loads their items. Counts the matches in parallel.
 * @param maxScanned maximum number of rows to scan for the page, and as many more for its count. @default see `MAX_SCANNED`
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
  /** Total number of rows of all lists. `undefined` if the read did not start at the first row or did not reach the last row. */
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
    // One additional row shows whether a next page exists.
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

/**
 * Returns the position of the cursor relative to the requested dates. Only a cursor `WITHIN` the dates can be the start key of a
 * read, because DynamoDB rejects all other start keys.
 */
function locateCursor({ after, fromId, toId, newestFirst }: ListQuery): 'BEFORE' | 'WITHIN' | 'AFTER' {
  const isOlder = after !== undefined && fromId !== undefined && after < fromId;
  const isNewer = after !== undefined && toId !== undefined && after > toId;
  if (!isOlder && !isNewer) return 'WITHIN';
  return isOlder === newestFirst ? 'AFTER' : 'BEFORE';
}
