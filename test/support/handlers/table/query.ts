/** Reads pages of a partition from the table or its index. */
import type { AttributeValue, QueryCommandInput, QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { type Condition, type KeyNames, parseCondition, parseKeyCondition } from './conditions';
import { type Item, validation } from './errors';
import { INDEX, KEYS, keyText, pick } from './keys';
import { assertOnly } from './plan';
import { Placeholders, TokenReader } from './tokens';
import { compareValues, isEqual, itemSize } from './values';

const KNOWN = [
  'TableName',
  'IndexName',
  'ConsistentRead',
  'KeyConditionExpression',
  'FilterExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ScanIndexForward',
  'Limit',
  'ExclusiveStartKey',
  'Select',
  'ReturnConsumedCapacity',
];
/** Maximum number of bytes that one page scans. */
const MAX_PAGE_BYTES = 1_048_576;

export type QueryPage = Omit<QueryCommandOutput, '$metadata'>;

/** Source of the items for a query. */
export interface QuerySource {
  /** Returns the items of an index partition, in any order. */
  inIndex(partition: AttributeValue): Iterable<Item>;
  /** Returns the items of a partition, in sort key order. */
  inPartition(partition: AttributeValue): readonly Item[];
}

export function query(input: QueryCommandInput, items: QuerySource): QueryPage {
  assertOnly(input, KNOWN);
  const { Limit: limit = Number.POSITIVE_INFINITY, ScanIndexForward: oldestFirst = true } = input;
  if (limit < 1) throw validation('Limit must have value greater than or equal to 1');
  const names = keyNames(input);
  const { partition, inRange, matches } = conditions(input, names);
  const start = input.ExclusiveStartKey;
  if (start !== undefined && !inRange(start))
    throw validation('The provided starting key is outside query boundaries based on provided conditions');
  const oldest = names === INDEX ? indexEntries(items.inIndex(partition)) : items.inPartition(partition);
  const inOrder = oldestFirst ? oldest : oldest.toReversed();
  const direction = oldestFirst ? 1 : -1;
  const from =
    start === undefined ? 0 : partitionPoint(inOrder, (item) => compareBy(names, item, start) * direction > 0);
  const { scanned, isCut } = scan(inOrder, { from, limit, inRange });
  const matching = scanned.filter(matches);
  const last = isCut ? scanned.at(-1) : undefined;
  return {
    ...(input.Select === 'COUNT' ? {} : { Items: matching }),
    Count: matching.length,
    ScannedCount: scanned.length,
    ...(input.ReturnConsumedCapacity === undefined
      ? {}
      : { ConsumedCapacity: readCapacity(sum(scanned.map(itemSize))) }),
    ...(last === undefined ? {} : { LastEvaluatedKey: pick(last, [KEYS.hash, KEYS.range, names.hash, names.range]) }),
  };
}

/** Computes the capacity units of a consistent read. @param bytes size in bytes */
export function readCapacity(bytes: number) {
  return { CapacityUnits: Math.max(1, Math.ceil(bytes / 4096)) };
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** Returns the key names of a read, for the table or an index. */
function keyNames({ IndexName, ConsistentRead, Select }: QueryCommandInput) {
  if (Select !== undefined && Select !== 'COUNT') throw new Error(`The memory table does not know Select ${Select}`);
  if (IndexName === undefined) return KEYS;
  if (IndexName !== INDEX.name) throw validation(`The table does not have the specified index: ${IndexName}`);
  if (ConsistentRead === true) throw validation('Consistent reads are not supported on global secondary indexes');
  return INDEX;
}

function indexEntries(items: Iterable<Item>): Item[] {
  const projected = [KEYS.hash, KEYS.range, INDEX.hash, INDEX.range, ...INDEX.projected];
  const entries = [...items].filter((item) => item[INDEX.hash] !== undefined && item[INDEX.range] !== undefined);
  return sortedBy(
    INDEX,
    entries.map((item) => pick(item, projected)),
  );
}

function conditions(input: QueryCommandInput, names: KeyNames) {
  const { KeyConditionExpression: range, FilterExpression: filter } = input;
  if (range === undefined) throw new Error('The memory table does not know a query without a key condition');
  const placeholders = new Placeholders(input.ExpressionAttributeNames, input.ExpressionAttributeValues);
  const { partition, sort } = parseKeyCondition(new TokenReader(range, placeholders), names);
  const reader = filter === undefined ? undefined : new TokenReader(filter, placeholders);
  const matches = reader === undefined ? () => true : parseCondition(reader);
  placeholders.assertAllUsed();
  if (reader?.attributes.some((name) => name === names.hash || name === names.range))
    throw validation('Filter Expression can only contain non-primary key attributes');
  const inRange = (item: Item) => {
    const own = item[names.hash];
    return own !== undefined && isEqual(own, partition) && sort(item);
  };
  return { partition, inRange, matches };
}

export function sortedBy(names: KeyNames, items: Iterable<Item>): Item[] {
  return [...items].toSorted((a, b) => compareBy(names, a, b));
}

/** Compares by range key. Index entries with equal range keys are compared by the key of the item. */
function compareBy({ range }: KeyNames, a: Item, b: Item): number {
  const [left, right] = [a[range], b[range]];
  const order = left === undefined || right === undefined ? 0 : (compareValues(left, right) ?? 0);
  return order === 0 ? Buffer.compare(Buffer.from(keyText(a)), Buffer.from(keyText(b))) : order;
}

/** Returns the first position for which `isBeyond` is true, in a list of ordered items. */
function partitionPoint(items: readonly Item[], isBeyond: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item === undefined || isBeyond(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface ScanTerms {
  readonly from: number;
  readonly limit: number;
  readonly inRange: Condition;
}

/** Returns the items of one page. `isCut` is true if the limit or the maximum size has ended the page. */
function scan(items: readonly Item[], { from, limit, inRange }: ScanTerms) {
  const scanned: Item[] = [];
  let bytes = 0;
  for (let position = from; position < items.length && scanned.length < limit; position += 1) {
    const item = items[position];
    if (item === undefined || !inRange(item)) continue;
    bytes += itemSize(item);
    if (bytes > MAX_PAGE_BYTES && scanned.length > 0) return { scanned, isCut: true };
    scanned.push(item);
  }
  return { scanned, isCut: scanned.length === limit };
}
