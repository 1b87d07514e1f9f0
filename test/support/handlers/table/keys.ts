/** Keys of the table and its index, as in infra/stacks/data-stack.ts. */
import { type Item, validation } from './errors';

export const KEYS = { hash: 'PK', range: 'SK' } as const;
export const INDEX = { name: 'byDue', hash: 'duePk', range: 'dueAt', projected: ['entity'] } as const;

const MAX_BYTES = { PK: 2048, SK: 1024 } as const;
const indexTypes = { duePk: 'S', dueAt: 'N' } as const;

/** @throws ValidationException if a key is not a text that the table accepts */
export function assertKeys(item: Item): void {
  for (const name of [KEYS.hash, KEYS.range]) {
    const value = item[name];
    if (value === undefined) throw validation(`One of the required keys was not given a value: ${name}`);
    if (value.S === undefined) throw validation(`Type mismatch for key ${name}`);
    if (value.S === '')
      throw validation(`The AttributeValue for a key attribute cannot contain an empty string: ${name}`);
    if (Buffer.byteLength(value.S) > MAX_BYTES[name]) throw validation(`Size of ${name} has exceeded the size limit`);
  }
}

/** Checks that a `Key` contains exactly the two key attributes. @throws ValidationException */
export function assertKey(key: Item | undefined): Item {
  if (key === undefined || Object.keys(key).length !== 2)
    throw validation('The provided key element does not match the schema');
  assertKeys(key);
  return key;
}

/** @throws ValidationException if an index key has the wrong type or is an empty text */
export function assertIndexKeys(item: Item): void {
  for (const name of [INDEX.hash, INDEX.range]) {
    const value = item[name];
    if (value !== undefined && value[indexTypes[name]] === undefined)
      throw validation(`Type mismatch for Index Key ${name} Expected: ${indexTypes[name]}`);
    if (value?.S === '') throw validation(`The index key ${name} cannot contain an empty string`);
  }
}

/** Returns the key of an item as one text. */
export function keyText(item: Item): string {
  return `${item[KEYS.hash]?.S}\n${item[KEYS.range]?.S}`;
}

/** Returns the attributes of an item with these names. */
export function pick(item: Item, names: readonly string[]): Item {
  const found: Item = {};
  for (const name of names) {
    const value = item[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}
