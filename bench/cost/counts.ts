/** What was asked of the database. */
export interface Asked {
  /** Consumed read and write request units. */
  reads: number;
  writes: number;
  /** Of the write units, those of the index of due items. */
  indexWrites: number;
  /** Calls by operation. */
  readonly calls: Record<string, number>;
  /** Write units by partition key, as far as the requests show: what an update leaves of an item counts as 1 KB. */
  readonly partitions: Record<string, number>;
}

/** What some work asked of the cloud. */
export interface Counts extends Asked {
  /** What each function asked of the database itself. */
  readonly functions: Record<string, Asked>;
  /** Invocations by function. */
  readonly invocations: Record<string, number>;
  /** Events put on the bus. */
  events: number;
  /** Requests that send messages to queues, by the bus or by functions. */
  sends: number;
  /** Calls of the key service. */
  keyCalls: number;
}

export function noneAsked(): Asked {
  return { reads: 0, writes: 0, indexWrites: 0, calls: {}, partitions: {} };
}

/** More of a kind. */
export function count(kinds: Record<string, number>, kind: string, more = 1): void {
  kinds[kind] = (kinds[kind] ?? 0) + more;
}

/** How many there are of all kinds. */
export function total(kinds: Readonly<Record<string, number>>): number {
  return Object.values(kinds).reduce((sum, one) => sum + one, 0);
}

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems', 'BatchWriteItem'];

/** Units that an answer of the database says its request consumed. */
export function consumedUnits(operation: string, text: string): Pick<Asked, 'reads' | 'writes' | 'indexWrites'> {
  const sum = { reads: 0, writes: 0, indexWrites: 0 };
  for (const one of [JSON.parse(text || '{}').ConsumedCapacity ?? []].flat()) {
    const isWrite = WRITES.includes(operation);
    sum.reads += (isWrite ? one.ReadCapacityUnits : one.CapacityUnits) ?? 0;
    sum.writes += (isWrite ? one.CapacityUnits : 0) ?? 0;
    const indexes: { CapacityUnits?: number }[] = Object.values(one.GlobalSecondaryIndexes ?? {});
    if (isWrite) for (const { CapacityUnits = 0 } of indexes) sum.indexWrites += CapacityUnits;
  }
  return sum;
}

type Attribute = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, Attribute>>;
interface Write {
  readonly Item?: Item;
  readonly Key?: Item;
}

/** Write units of a request by the partition keys that it writes to. */
export function writtenPartitions(
  operation: string,
  { TransactItems, ...alone }: Write & { readonly TransactItems?: readonly Readonly<Record<string, Write>>[] },
): [partition: string, units: number][] {
  if (!WRITES.includes(operation)) return [];
  const writes = TransactItems?.flatMap((action) => Object.values(action)) ?? [alone];
  return writes.flatMap(({ Item, Key }) => {
    const partition = (Item ?? Key)?.PK?.S;
    const kilobytes = Math.max(1, Math.ceil(itemBytes(Item ?? {}) / 1024));
    return typeof partition === 'string' ? [[partition, TransactItems === undefined ? kilobytes : 2 * kilobytes]] : [];
  });
}

/**
 * Bytes of an item as the table bills them: names and values in UTF-8, numbers by two digits a byte, a byte for each
 * element of a list or map and three for the whole
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
function itemBytes(attributes: object): number {
  return Object.entries(attributes).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value),
    0,
  );
}

function valueBytes({ S, N, B, L, M }: Attribute): number {
  if (typeof S === 'string') return Buffer.byteLength(S);
  if (typeof N === 'string') return Math.ceil(N.replaceAll(/\D/g, '').length / 2) + 1;
  if (typeof B === 'string') return Buffer.byteLength(B, 'base64');
  if (Array.isArray(L)) return L.reduce((sum: number, one) => sum + valueBytes(one) + 1, 3);
  return M instanceof Object ? Object.keys(M).length + 3 + itemBytes(M) : 1;
}
