import { type Call, operation } from '#test/support/metering/http-calls';

/** Used database capacity. */
export interface Asked {
  /** Consumed read and write request units. */
  readonly reads: number;
  readonly writes: number;
  /** Write units of the index of due items. */
  readonly indexWrites: number;
  /** Calls by operation. */
  readonly calls: Readonly<Record<string, number>>;
  /** Write units by partition key, estimated from the requests: an updated item counts as 1 KB. */
  readonly partitions: Readonly<Record<string, number>>;
}

/** AWS requests of an operation. */
export interface Counts extends Asked {
  /** Database capacity per function. */
  readonly functions: Readonly<Record<string, Asked>>;
  /** Invocations by function. */
  readonly invocations: Readonly<Record<string, number>>;
  readonly events: number;
  /** Requests that send messages to queues, by the bus or by functions. */
  readonly sends: number;
  /** KMS requests. */
  readonly keyCalls: number;
  readonly made: readonly OwnedCall[];
}

/** A request with the function that made it, if any. */
export interface OwnedCall extends Call {
  readonly owner: string | undefined;
}

/** @param invoked names of the invoked functions, one for each invocation */
export function countAll(all: readonly OwnedCall[], invoked: readonly string[]): Counts {
  const ofTable = all.filter(({ target }) => target.startsWith('DynamoDB_'));
  const owners = new Set(ofTable.flatMap(({ owner }) => owner ?? []));
  return {
    ...countCalls(ofTable),
    functions: Object.fromEntries(
      [...owners].map((name) => [name, countCalls(ofTable.filter(({ owner }) => owner === name))]),
    ),
    invocations: sumByKind(invoked.map((name) => [name, 1])),
    events: all
      .filter((call) => operation(call) === 'PutEvents')
      .reduce((sum, { body }) => sum + JSON.parse(body).Entries.length, 0),
    sends: all.filter((call) => operation(call).startsWith('SendMessage')).length,
    keyCalls: all.filter(({ target }) => target.startsWith('TrentService')).length,
    made: all,
  };
}

function countCalls(calls: readonly Call[]): Asked {
  const units = calls.map(consumedUnits);
  return {
    reads: sum(units.map(({ reads }) => reads)),
    writes: sum(units.map(({ writes }) => writes)),
    indexWrites: sum(units.map(({ indexWrites }) => indexWrites)),
    calls: sumByKind(calls.map((call) => [operation(call), 1])),
    partitions: sumByKind(calls.flatMap(writtenPartitions)),
  };
}

function sumByKind(parts: readonly (readonly [kind: string, more: number])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [kind, more] of parts) sums[kind] = (sums[kind] ?? 0) + more;
  return sums;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

/** Returns the sum of the values. */
export function total(kinds: Readonly<Record<string, number>>): number {
  return sum(Object.values(kinds));
}

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems', 'BatchWriteItem'];

export function isWrite(name: string): boolean {
  return WRITES.includes(name);
}

/** Returns the capacity units in the response to a DynamoDB request. */
export function consumedUnits(call: Call): Pick<Asked, 'reads' | 'writes' | 'indexWrites'> {
  const consumed: readonly Consumed[] = [JSON.parse(call.response || '{}').ConsumedCapacity ?? []].flat();
  const units = sum(consumed.map(({ CapacityUnits = 0 }) => CapacityUnits));
  if (!isWrite(operation(call))) return { reads: units, writes: 0, indexWrites: 0 };
  const indexes = consumed.flatMap(({ GlobalSecondaryIndexes = {} }) => Object.values(GlobalSecondaryIndexes));
  return {
    reads: sum(consumed.map(({ ReadCapacityUnits = 0 }) => ReadCapacityUnits)),
    writes: units,
    indexWrites: sum(indexes.map(({ CapacityUnits = 0 }) => CapacityUnits)),
  };
}

interface Consumed {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, Consumed>>;
}

type Attribute = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, Attribute>>;
interface Write {
  readonly Item?: Item;
  readonly Key?: Item;
}
interface Writes extends Write {
  readonly TransactItems?: readonly Readonly<Record<string, Write>>[];
}

/** Returns the write units of a request by partition key. */
function writtenPartitions(call: Call): [partition: string, units: number][] {
  if (!isWrite(operation(call))) return [];
  const { TransactItems, ...alone }: Writes = JSON.parse(Buffer.from(call.body, 'latin1').toString());
  const writes = TransactItems?.flatMap((action) => Object.values(action)) ?? [alone];
  return writes.flatMap(({ Item, Key }) => {
    const partition = (Item ?? Key)?.PK?.S;
    const kilobytes = Math.max(1, Math.ceil(itemBytes(Item ?? {}) / 1024));
    return typeof partition === 'string' ? [[partition, TransactItems === undefined ? kilobytes : 2 * kilobytes]] : [];
  });
}

/**
 * Returns the billed size of an item in bytes: names and texts in UTF-8, numbers with one byte plus two digits per byte, lists
 * and maps with three bytes plus one byte per element
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
function itemBytes(attributes: object): number {
  return sum(Object.entries(attributes).map(([name, value]) => Buffer.byteLength(name) + valueBytes(value)));
}

function valueBytes({ S, N, B, L, M }: Attribute): number {
  if (typeof S === 'string') return Buffer.byteLength(S);
  if (typeof N === 'string') return Math.ceil(N.replaceAll(/\D/g, '').length / 2) + 1;
  if (typeof B === 'string') return Buffer.byteLength(B, 'base64');
  if (Array.isArray(L)) return sum(L.map((one) => valueBytes(one) + 1)) + 3;
  return M instanceof Object ? Object.keys(M).length + 3 + itemBytes(M) : 1;
}
