/** Binds a cursor to its list. Operations read a position; callers see opaque text that only that list accepts. */
import { createHash } from 'node:crypto';
import { invalidInput } from '#shared/api/problems';

/** A list as a caller reads it: the operation, its owner, filters and order. */
export interface CursorScope {
  /** Id of the operation. */
  readonly id: string;
  readonly caller: { readonly partnerId: string };
  readonly params: unknown;
  /** The checked query. */
  readonly query: unknown;
}

/** Parameters that do not change which items a list has. Positions in the feed hold for any choice of its types. */
const OF_PAGES: ReadonlySet<string> = new Set(['cursor', 'skip', 'limit', 'sortBy', 'from', 'types']);

/**
 * A query with the position in place of its cursor.
 * @throws Problem INVALID_USER_INPUT_ERROR for a cursor of another list, and for one next to `skip`
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

/** A page with a cursor in place of the position of the next one. */
export function sealCursor<Data>(scope: CursorScope, data: Data): Data {
  if (!isObject(data) || !('nextCursor' in data) || typeof data.nextCursor !== 'string') return data;
  return { ...data, nextCursor: Buffer.from(`${digest(scope)}:${data.nextCursor}`).toString('base64url') };
}

/** The refusal of a cursor that this list did not make. */
export function foreignCursor() {
  return invalidInput([{ field: 'cursor', message: 'Is not a cursor of this list' }]);
}

/** Identifies a list. It is not secret: the key alone decides whose items are read. */
function digest({ id, caller, params, query }: CursorScope): string {
  const order = isObject(query) && 'sortOrder' in query ? String(query.sortOrder).toLowerCase() : 'desc';
  const filters = Object.entries(query ?? {}).filter(([name]) => name !== 'sortOrder' && !OF_PAGES.has(name));
  const text = JSON.stringify([id, caller.partnerId, params, order, filters]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
