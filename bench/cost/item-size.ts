/**
 * Bytes of an item as the table bills them: names and values in UTF-8, numbers by two digits a byte, a byte for each
 * element of a list or map and three for the whole
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
export function itemBytes(item: Readonly<Record<string, unknown>>): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => (value === undefined ? sum : sum + Buffer.byteLength(name) + valueBytes(value)),
    0,
  );
}

/** Write request units of an item, in a transaction or alone. */
export function writeUnits(bytes: number, transactional: boolean): number {
  return Math.max(1, Math.ceil(bytes / 1024)) * (transactional ? 2 : 1);
}

function valueBytes(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return Buffer.byteLength(value);
    case 'number':
    case 'bigint':
      return Math.ceil(String(value).replaceAll(/\D/g, '').length / 2) + 1;
    case 'object':
      if (value === null) return 1;
      return Array.isArray(value)
        ? value.reduce((sum: number, one: unknown) => sum + valueBytes(one) + 1, 3)
        : Object.values(value).length + 3 + itemBytes({ ...value });
    default:
      return 1;
  }
}
