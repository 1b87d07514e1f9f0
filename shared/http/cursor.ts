/** Binds a cursor to a list. Operations use a position; callers receive an opaque cursor that only the same list accepts. */
import { createHash } from 'node:crypto';
import { invalidInput } from '#shared/api/problems';

/** Identity of a list: the operation, the partner, the filters and the sort order. */
export interface CursorScope {
  readonly id: string;
  readonly caller: { readonly partnerId: string };
  readonly params: unknown;
  /** The checked query. */
  readonly query: unknown;
}

/**
 * Query parameters that a caller can change without a new cursor. For example, `types` of the change feed can change at any time.
 */
const OF_PAGES: ReadonlySet<string> = new Set(['cursor', 'skip', 'limit', 'sortBy', 'from', 'types']);

/**
 * Returns the query with a position instead of the cursor.
 * @throws Problem INVALID_USER_INPUT_ERROR for a cursor of another list, or a cursor together with `skip`
 */
export function openCursor(scope: CursorScope): unknown {
  const { query } = scope;
  if (!isObject(query) || !('cursor' in query) || typeof query.cursor !== 'string') return query;
  if ('skip' in query && query.skip !== undefined) {
    const message = 'Must not be sent together with';
    throw invalidInput([
      { field: 'cursor', message: `${message} skip` },
      { field: 'skip', message: `${message} cursor` },
    ]);
  }
  const [, list, position] = /^([^:]*):(.*)$/.exec(Buffer.from(query.cursor, 'base64url').toString()) ?? [];
  if (list !== digest(scope)) throw foreignCursor();
  return { ...query, cursor: position };
}

/** Returns the page with a cursor instead of the position of the next page. */
export function sealCursor<Data>(scope: CursorScope, data: Data): Data {
  if (!isObject(data) || !('nextCursor' in data) || typeof data.nextCursor !== 'string') return data;
  return { ...data, nextCursor: Buffer.from(`${digest(scope)}:${data.nextCursor}`).toString('base64url') };
}

/** Returns the error for a cursor of another list. */
export function foreignCursor() {
  return invalidInput([{ field: 'cursor', message: 'Is not a cursor of this list' }]);
}

/** Identifies a list. The digest is not secret, because only the API key decides the access to items. */
function digest({ id, caller, params, query }: CursorScope): string {
  const order = isObject(query) && 'sortOrder' in query ? String(query.sortOrder).toLowerCase() : 'desc';
  const filters = Object.entries(query ?? {}).filter(([name]) => name !== 'sortOrder' && !OF_PAGES.has(name));
  const text = JSON.stringify([id, caller.partnerId, params, order, filters]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
