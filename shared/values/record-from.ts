/** Builds a record with a value for every item of a list. */
export function recordFrom<Item, Key extends string, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  toValue: (item: Item) => Value,
): Record<Key, Value>;
export function recordFrom<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  toValue: (item: Item) => unknown,
): object {
  return Object.fromEntries(items.map((item) => [keyOf(item), toValue(item)]));
}
