/** Addresses of views, in the URL fragment: `#/view/part?filter=value`. */

/** Filter values by name. */
export type FilterValues = Readonly<Record<string, string>>;

/** Parts of a view's address. */
export interface Place {
  readonly name: string;
  readonly parts: readonly string[];
  readonly filters: FilterValues;
}

/** Returns the address of a view. */
export function viewPath(view: string, ...parts: readonly string[]): string {
  return `#/${[view, ...parts.map(encodeURIComponent)].join('/')}`;
}

/** Adds filters to an address; empty filters are omitted. */
export function filteredPath(path: string, filters: FilterValues): string {
  const given = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  return given.size === 0 ? path : `${path}?${given}`;
}

/** Reads an address. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name = '', ...parts] = path.split('/').map(decoded);
  return { name, parts, filters: Object.fromEntries(new URLSearchParams(query)) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
