/**
 * Lists of a partner's items. A list is a partition of small rows beside the items, one partition per facet
 * (all of them, those of one status, of one type, of one user), written in the same transaction as the
 * item: a list shows every write that has been answered, and a page costs the same however long the list is.
 */
import { type Collection, listCountKey, listPartition } from '#shared/data/keys';
import {
  type RangeQuery,
  type RawItem,
  readItem,
  readRange,
  tableName,
  type WriteAction,
} from '#shared/data/table';

export interface ListRow {
  readonly partnerId: string;
  readonly collection: Collection;
  /** The item's id, a version 7 UUID: rows sort by the time the item was made. */
  readonly id: string;
  /** What filters compare and what finds the item, beyond its id. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Names of the facets: the partition of a list is chosen by one of these. */
export const allOf = 'ALL';
export const withStatus = (status: string): string => `STATUS#${status}`;
export const ofType = (type: string): string => `TYPE#${type}`;
export const ofUser = (userId: string): string => `USER#${userId}`;
export const ofReceiver = (receiverId: string): string => `RECEIVER#${receiverId}`;
/** What of a user was deleted but is still on record: read by nobody but an erasure of the user. */
export const formerOf = (userId: string): string => `FORMER#USER#${userId}`;

/** The action that puts a row into the lists of the given facets. */
export function addToLists(row: ListRow, facets: readonly string[]): WriteAction[] {
  return facets.map((facet) => ({
    Put: {
      TableName: tableName(),
      Item: { PK: listPartition(row.partnerId, row.collection, facet), SK: row.id, ...row.attributes },
    },
  }));
}

/** The actions that take a row out of the lists of the given facets. */
export function removeFromLists(
  row: Pick<ListRow, 'partnerId' | 'collection' | 'id'>,
  facets: readonly string[],
): WriteAction[] {
  return facets.map((facet) => ({
    Delete: {
      TableName: tableName(),
      Key: { PK: listPartition(row.partnerId, row.collection, facet), SK: row.id },
    },
  }));
}

/** The actions that move a row from one facet to another; none when they are the same. */
export function moveBetweenLists(row: ListRow, from: string, to: string): WriteAction[] {
  if (from === to) return [];
  return [...removeFromLists(row, [from]), ...addToLists(row, [to])];
}

export interface ListQuery {
  readonly partnerId: string;
  readonly collection: Collection;
  readonly facet: string;
  /** Inclusive bounds of the item ids. */
  readonly fromId?: string | undefined;
  readonly toId?: string | undefined;
  readonly newestFirst: boolean;
  /** Equality on row attributes beyond the facet. */
  readonly where: Readonly<Record<string, string>>;
  /** Of these, at least one must hold. */
  readonly anyOf?: Readonly<Record<string, string>> | undefined;
  readonly skip: number;
  readonly limit: number;
  /** Id of the last row of the page before. */
  readonly after?: string | undefined;
}

export interface ListPage {
  readonly rows: readonly RawItem[];
  /** Rows that match the query. */
  readonly count: number;
  /** Id to go on after, when there may be more. */
  readonly next: string | undefined;
}

/** Up to this many rows are counted at once; beyond it the kept count answers. */
export const COUNTED_AT_ONCE = 1000;

/** Rows that may be skipped before a reader has to go on by cursor. */
export const MAX_SKIP = 10_000;

/** Reads a page of rows and counts what matches. */
export async function readList(query: ListQuery): Promise<ListPage> {
  const { fromId, toId } = query;
  if (fromId !== undefined && toId !== undefined && fromId > toId)
    return { rows: [], count: 0, next: undefined };
  const range = rangeOf(query);
  const [page, count] = await Promise.all([readRows(query, range), countRows(query, range)]);
  return { ...page, count };
}

/** Number of rows of a whole list: counted up to 1,000, beyond that as kept by the projectChanges worker. */
export async function countList(partnerId: string, collection: Collection, facet: string): Promise<number> {
  return countPartition(listPartition(partnerId, collection, facet));
}

function rangeOf(query: ListQuery): RangeQuery {
  const filter = filterOf(query);
  return {
    partition: listPartition(query.partnerId, query.collection, query.facet),
    newestFirst: query.newestFirst,
    ...(query.fromId === undefined ? {} : { from: query.fromId }),
    ...(query.toId === undefined ? {} : { to: query.toId }),
    ...(filter === undefined ? {} : { filter }),
  };
}

function filterOf(query: ListQuery): RangeQuery['filter'] {
  const all = Object.entries(query.where);
  const any = Object.entries(query.anyOf ?? {});
  if (all.length + any.length === 0) return undefined;
  const term = (index: number) => `#f${index} = :f${index}`;
  const terms = all.map((_, index) => term(index));
  const alternatives = any.map((_, index) => term(all.length + index));
  const named = [...all, ...any];
  return {
    FilterExpression: [
      ...terms,
      ...(alternatives.length === 0 ? [] : [`(${alternatives.join(' OR ')})`]),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(named.map(([name], index) => [`#f${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(named.map(([, value], index) => [`:f${index}`, value])),
  };
}

async function readRows(query: ListQuery, range: RangeQuery): Promise<Omit<ListPage, 'count'>> {
  const rows: RawItem[] = [];
  const wanted = query.skip + query.limit;
  let after = query.after;
  let looked = 0;
  while (rows.length <= wanted) {
    const missing = wanted - rows.length + 1;
    // What a filter leaves out counts towards a call's limit: where matches are rare, calls look ever further.
    looked = range.filter === undefined ? missing : Math.max(missing, 2 * looked);
    const part = await readRange({ ...range, limit: looked, ...(after === undefined ? {} : { after }) });
    rows.push(...part.items);
    after = part.next;
    if (after === undefined) break;
  }
  const page = rows.slice(query.skip, wanted);
  const last = page.at(-1);
  const more = rows.length > wanted && typeof last?.SK === 'string';
  return { rows: page, next: more ? String(last.SK) : undefined };
}

async function countRows(query: ListQuery, range: RangeQuery): Promise<number> {
  const whole = query.fromId === undefined && query.toId === undefined && range.filter === undefined;
  return whole ? countPartition(range.partition) : countRange(range, Number.POSITIVE_INFINITY);
}

async function countPartition(partition: string): Promise<number> {
  const kept = await readKeptCount(partition);
  if (kept > COUNTED_AT_ONCE * 1.2) return kept;
  const counted = await countRange({ partition }, COUNTED_AT_ONCE + 1);
  return counted > COUNTED_AT_ONCE ? Math.max(counted, kept) : counted;
}

async function countRange(range: RangeQuery, limit: number): Promise<number> {
  let total = 0;
  let after: string | undefined;
  do {
    const part = await readRange({
      ...range,
      countOnly: true,
      ...(Number.isFinite(limit) ? { limit: limit - total } : {}),
      ...(after === undefined ? {} : { after }),
    });
    total += part.count;
    after = part.next;
  } while (after !== undefined && total < limit);
  return total;
}

async function readKeptCount(partition: string): Promise<number> {
  const item = await readItem(listCountKey(partition));
  return typeof item?.rows === 'number' ? item.rows : 0;
}
