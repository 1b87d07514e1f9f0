import { invalidInput } from '#shared/api/problems';
import {
  type ListPage,
  type ListQuery,
  type LoadRows,
  MAX_SKIP,
  readListPage,
} from '#shared/dynamodb/lists/list-pages';
import { allFacet } from '#shared/dynamodb/lists/list-rows';
import { countList } from '#shared/dynamodb/lists/row-counts';
import { isUuid, minIdAt } from '#shared/values/ids';
import { foreignCursor } from './cursor';

/** Validated paging parameters of a list request. */
export interface PageRequest {
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  /** Position after which the page starts, decoded from the caller's cursor (shared/http/cursor.ts). */
  readonly cursor?: string | undefined;
  readonly sortOrder?: string | undefined;
  /** Inclusive lower and upper bound of the creation time, epoch ms. */
  readonly createdFrom?: number | undefined;
  readonly createdTo?: number | undefined;
}

export interface PageTarget extends Pick<ListQuery, 'partnerId' | 'collection' | 'facets' | 'where' | 'anyOf'> {
  /** Facet of the list that `total` counts. @default all items of the partner */
  readonly totalFacet?: string;
}

interface PageNumbers extends Pick<ListPage<unknown>, 'count' | 'countIsLowerBound'> {
  readonly total: number;
  readonly nextCursor: string | undefined;
}

export interface Page<T> extends PageNumbers {
  readonly items: readonly T[];
}

const DEFAULT_LIMIT = 20;

/**
 * Reads one page of a list. The scan is limited, so a page of a filtered list can be short or empty and still have a next page.
 * @throws Problem for a cursor of another list, or for a `skip` that `refuseDeepSkip` rejects
 */
export async function readPage<T>(
  target: PageTarget,
  request: PageRequest,
  load: LoadRows<T>,
  maxScanned?: number,
): Promise<Page<T>> {
  const skip = request.skip ?? 0;
  const totalFacet = target.totalFacet ?? allFacet;
  const [page, total] = await Promise.all([
    readListPage(
      {
        ...target,
        newestFirst: request.sortOrder?.toLowerCase() !== 'asc',
        fromId: request.createdFrom === undefined ? undefined : minIdAt(request.createdFrom),
        // An id starts with its creation time in ms. The upper bound is therefore the lowest id of the next millisecond.
        toId: request.createdTo === undefined ? undefined : minIdAt(request.createdTo + 1),
        skip: Math.min(skip, MAX_SKIP),
        limit: request.limit ?? DEFAULT_LIMIT,
        after: request.cursor === undefined ? undefined : requireId(request.cursor),
      },
      load,
      maxScanned,
    ),
    // If the request covers the whole list that `total` counts, `count` is also the total.
    isWholeList(target, request, totalFacet) ? undefined : countList(target.partnerId, target.collection, totalFacet),
  ]);
  refuseDeepSkip(skip, page);
  const isBeyond = skip > MAX_SKIP;
  return {
    items: isBeyond ? [] : page.items,
    count: page.count,
    countIsLowerBound: page.countIsLowerBound,
    total: total ?? page.count,
    nextCursor: isBeyond ? undefined : page.next,
  };
}

/**
 * Allows a `skip` beyond the last match if the count is exact: the page is then empty.
 * @throws Problem for any other `skip` above `MAX_SKIP` or beyond the scanned rows
 */
function refuseDeepSkip(skip: number, page: ListPage<unknown>): void {
  if (!page.countIsLowerBound && page.count <= skip) return;
  const refuse = (why: string) => {
    throw invalidInput([{ field: 'skip', message: `${why}; read on with the cursor of the last page` }]);
  };
  if (skip > MAX_SKIP) refuse(`Must be at most ${MAX_SKIP}`);
  if (!page.isSkipPassed) refuse(`Must not lead beyond the first ${page.scanLimit} items of the list`);
}

/** Returns true if a request covers the whole list that `total` counts. */
function isWholeList({ facets, where, anyOf = [] }: PageTarget, request: PageRequest, totalFacet: string): boolean {
  const isNarrowed = request.createdFrom !== undefined || request.createdTo !== undefined;
  const isTotal = facets.length === 1 && facets.at(0) === totalFacet;
  return isTotal && !isNarrowed && Object.keys(where).length + anyOf.length === 0;
}

/** Returns one page of a complete array of matches, sorted by id. */
export function paginate<T extends { readonly id: string }>(
  matches: readonly T[],
  total: number,
  request: PageRequest,
): Page<T> {
  const sign = request.sortOrder?.toLowerCase() === 'asc' ? 1 : -1;
  const compare = (a: string, b: string) => (a < b ? -sign : a > b ? sign : 0);
  const after = request.cursor === undefined ? undefined : requireId(request.cursor);
  const ahead = matches
    .toSorted((a, b) => compare(a.id, b.id))
    .filter(({ id }) => after === undefined || compare(id, after) > 0);
  const from = Math.min(request.skip ?? 0, ahead.length);
  const items = ahead.slice(from, from + (request.limit ?? DEFAULT_LIMIT));
  const last = items.at(-1);
  const more = last !== undefined && from + items.length < ahead.length;
  const nextCursor = more ? last.id : undefined;
  return { items, count: matches.length, countIsLowerBound: false, total, nextCursor };
}

/** Checks a position in a list: the id of the previous item. */
function requireId(position: string): string {
  if (!isUuid(position)) throw foreignCursor();
  return position;
}

/** Returns the data of a list response, in the given order. */
export function toPageResponse<T>(
  { count, countIsLowerBound, total, nextCursor }: PageNumbers,
  data: readonly T[],
): { count: number; countIsLowerBound?: boolean; total: number; data: T[]; nextCursor?: string } {
  return {
    count,
    ...(countIsLowerBound ? { countIsLowerBound } : {}),
    total,
    data: [...data],
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}
