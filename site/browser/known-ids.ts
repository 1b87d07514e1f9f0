/** Ids of earlier answers, which take the place of the documentation's examples in the next request. */

const STORED_AS = 'ids-of-answers';

/** Reads the ids by their names. They are no secrets: they last until the tab is closed, across pages. */
function read(): Readonly<Record<string, unknown>> {
  return Object(JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}'));
}

/** Names an id: `id` by the collection of its path, so that `/wallets/{id}` and an answer of `/wallets` have a `walletId`. */
function nameOf(field: string, path: string): string {
  if (field !== 'id') return field;
  const noun = /(\w+?)s?(?:\/\{\w+\})?$/.exec(path.replace(/\/\{id\}.*$/, ''))?.[1] ?? '';
  return `${noun === 'ramp' ? 'transaction' : noun}Id`;
}

/**
 * Keeps the ids of an answer.
 * @param path of the operation, with its parameters in braces
 * @param answer another text than JSON has none
 */
export function rememberIds(path: string, answer: string): void {
  const found = Object.entries(Object(parsed(answer)?.data)).filter(([field]) => /^id$|Id$/.test(field));
  const ids = found.map(([field, value]) => [nameOf(field, path), value]);
  if (ids.length > 0) sessionStorage.setItem(STORED_AS, JSON.stringify({ ...read(), ...Object.fromEntries(ids) }));
}

function parsed(text: string): { readonly data?: unknown } | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Returns the known id for a field of an operation's request, or the example. */
export function knownValue(path: string, field: string, example: string): string {
  const known = read()[nameOf(field, path)];
  return typeof known === 'string' ? known : example;
}

/** Puts the known ids into the fields of an example of a body. Fields that it does not have are not added. */
export function knownBody(path: string, example: string): string {
  const fields = Object.entries(Object(JSON.parse(example)));
  const filled = fields.map(([name, value]) => [
    name,
    typeof value === 'string' ? knownValue(path, name, value) : value,
  ]);
  return JSON.stringify(Object.fromEntries(filled), null, 2);
}
