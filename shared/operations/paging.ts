import { invalidInput } from '#shared/api/problems';
import type { Collection } from '#shared/data/keys';
import { allOf, countList, MAX_SKIP, readList } from '#shared/data/listing';
import type { RawItem } from '#shared/data/table';
import { isUuid, lowestIdAt } from '#shared/domain/ids';

/** The paging parameters of a list request, as checked by its contract. */
export interface PageRequest {
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly sortOrder?: string | undefined;
  /** Inclusive bounds of creation, epoch ms. */
  readonly createdFrom?: number | undefined;
  readonly createdTo?: number | undefined;
}

export interface PageTarget {
  readonly partnerId: string;
  readonly collection: Collection;
  /** The list that holds every match. */
  readonly facet: string;
  /** The list whose length is the total. @default all of the partner's items */
  readonly totalFacet?: string;
  /** What must hold of its rows besides. */
  readonly where: Readonly<Record<string, string>>;
  /** Of these, at least one must hold. */
  readonly anyOf?: Readonly<Record<string, string>> | undefined;
}

export interface Page {
  readonly ids: readonly string[];
  readonly rows: readonly RawItem[];
  readonly count: number;
  readonly total: number;
  readonly nextCursor: string | undefined;
}

const DEFAULT_LIMIT = 20;

/**
 * Reads one page of a list: by `skip` from either end, or on from a cursor.
 * @throws Problem for a cursor of another list, or a skip too deep to be cheap.
 */
export async function readPage(target: PageTarget, request: PageRequest): Promise<Page> {
  const skip = request.skip ?? 0;
  const totalFacet = target.totalFacet ?? allOf;
  const [page, total] = await Promise.all([
    readList({
      ...target,
      newestFirst: request.sortOrder?.toLowerCase() !== 'asc',
      fromId: request.createdFrom === undefined ? undefined : lowestIdAt(request.createdFrom),
      // Every id of the last millisecond sorts below the first one of the next.
      toId: request.createdTo === undefined ? undefined : lowestIdAt(request.createdTo + 1),
      skip: Math.min(skip, MAX_SKIP),
      limit: request.limit ?? DEFAULT_LIMIT,
      after: request.cursor === undefined ? undefined : idOfCursor(request.cursor),
    }),
    // The whole of that list is counted with the page.
    isWhole(target, request, totalFacet)
      ? undefined
      : countList(target.partnerId, target.collection, totalFacet),
  ]);
  if (skip > MAX_SKIP && page.count > skip) {
    throw invalidInput([
      { field: 'skip', message: `Must be at most ${MAX_SKIP}; read on with the cursor of the last page` },
    ]);
  }
  const rows = skip > MAX_SKIP ? [] : page.rows;
  return {
    rows,
    ids: rows.map((row) => String(row.SK)),
    count: page.count,
    total: total ?? page.count,
    nextCursor: skip > MAX_SKIP || page.next === undefined ? undefined : cursorOfId(page.next),
  };
}

/** Whether a request asks for all of the list whose length is the total. */
function isWhole({ facet, where, anyOf }: PageTarget, request: PageRequest, totalFacet: string): boolean {
  const isNarrowed = request.createdFrom !== undefined || request.createdTo !== undefined;
  return facet === totalFacet && !isNarrowed && Object.keys({ ...where, ...anyOf }).length === 0;
}

/** One page of matches that were all read, in the order of their ids. */
export function pageOfAll<T extends { readonly id: string }>(
  matches: readonly T[],
  total: number,
  request: PageRequest,
): Pick<Page, 'count' | 'total' | 'nextCursor'> & { readonly items: readonly T[] } {
  const sign = request.sortOrder?.toLowerCase() === 'asc' ? 1 : -1;
  const compare = (a: string, b: string) => (a < b ? -sign : a > b ? sign : 0);
  const after = request.cursor === undefined ? undefined : idOfCursor(request.cursor);
  const ahead = matches
    .toSorted((a, b) => compare(a.id, b.id))
    .filter(({ id }) => after === undefined || compare(id, after) > 0);
  const from = Math.min(request.skip ?? 0, ahead.length);
  const items = ahead.slice(from, from + (request.limit ?? DEFAULT_LIMIT));
  const last = items.at(-1);
  const more = last !== undefined && from + items.length < ahead.length;
  return { items, count: matches.length, total, nextCursor: more ? cursorOfId(last.id) : undefined };
}

function cursorOfId(id: string): string {
  return Buffer.from(`1:${id}`).toString('base64url');
}

function idOfCursor(cursor: string): string {
  const [version, id] = Buffer.from(cursor, 'base64url').toString().split(':');
  if (version !== '1' || id === undefined || !isUuid(id))
    throw invalidInput([{ field: 'cursor', message: 'Is not a cursor of this list' }]);
  return id;
}

/** The envelope's page of items, in the order of its rows. */
export function pageView<T>(
  page: Pick<Page, 'count' | 'total' | 'nextCursor'>,
  data: readonly T[],
): { count: number; total: number; data: T[]; nextCursor?: string } {
  return {
    count: page.count,
    total: page.total,
    data: [...data],
    ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
  };
}
