/**
 * In-memory table with the DynamoDB functions that the service uses. test/unit/support/memory-table*.test.ts run the same tests
 * on this table and on the local DynamoDB engine. Items contain attribute values, for example `{ S: 'a' }`; table-client.ts
 * converts plain values to attribute values and back.
 */
import { isDeepStrictEqual } from 'node:util';
import type {
  BatchGetItemCommandInput,
  CancellationReason,
  DeleteItemCommandInput,
  GetItemCommandInput,
  GetItemCommandOutput,
  PutItemCommandInput,
  QueryCommandInput,
  TransactWriteItem,
  TransactWriteItemsCommandInput,
  UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { cancelled, conditionFailed, type Item, tokenReused, unknownTable, validation } from './errors';
import { assertKey, INDEX, KEYS, keyText } from './keys';
import { assertOnly, type PlannedWrite, planWrite, toAction, type WriteAction } from './plan';
import { type QueryPage, query, readCapacity, sortedBy } from './query';
import { itemSize } from './values';

const MAX_ACTIONS = 100;
const MAX_KEYS = 100;
/** Lifetime of a client token, in ms. */
const TOKEN_MS = 600_000;

/** A committed change of an item. */
export interface Change {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

interface Attributes {
  readonly Attributes?: Item;
}

export class MemoryTable {
  /** All changes since the table was created, in order. */
  readonly changes: Change[] = [];
  readonly #items = new Map<string, Item>();
  /** Items by partition, so that a query reads only one partition. */
  readonly #partitions = new Map<string, Map<string, Item>>();
  /** Cached partitions in sort key order. A write removes its partition from the cache. */
  readonly #inOrder = new Map<string, readonly Item[]>();
  readonly #tokens = new Map<string, { readonly request: readonly TransactWriteItem[]; readonly untilMs: number }>();

  readonly #indexed = new Map<string, Map<string, Item>>();

  /** @param now returns epoch ms @default Date.now at each call */
  constructor(
    readonly name: string,
    private readonly now: () => number = () => Date.now(),
  ) {}

  items(): Item[] {
    return [...this.#items.values()];
  }

  get({ TableName, Key, ...others }: GetItemCommandInput): Pick<GetItemCommandOutput, 'Item' | 'ConsumedCapacity'> {
    this.#assertTable(TableName);
    assertOnly(others, ['ConsistentRead', 'ReturnConsumedCapacity']);
    const found = this.#items.get(keyText(assertKey(Key)));
    return {
      ...(found === undefined ? {} : { Item: found }),
      ...(others.ReturnConsumedCapacity === undefined ? {} : { ConsumedCapacity: readCapacity(itemSize(found ?? {})) }),
    };
  }

  batchGet({ RequestItems = {}, ...others }: BatchGetItemCommandInput) {
    assertOnly(others, ['ReturnConsumedCapacity']);
    const found = Object.entries(RequestItems).map(([name, { Keys = [], ...terms }]): [string, Item[]] => {
      this.#assertTable(name);
      assertOnly(terms, ['ConsistentRead']);
      if (Keys.length === 0 || Keys.length > MAX_KEYS) throw validation('Keys must have a length between 1 and 100');
      const keys = new Set(Keys.map((key) => keyText(assertKey(key))));
      if (keys.size < Keys.length) throw validation('Provided list of item keys contains duplicates');
      return [name, [...keys].flatMap((key): Item[] => this.#found(key))];
    });
    const units = found.flatMap(([, items]) => items.map((item) => readCapacity(itemSize(item)).CapacityUnits));
    return {
      ...{ Responses: Object.fromEntries(found), UnprocessedKeys: {} },
      ...(others.ReturnConsumedCapacity === undefined
        ? {}
        : { ConsumedCapacity: units.map((CapacityUnits) => ({ CapacityUnits })) }),
    };
  }

  query(input: QueryCommandInput): QueryPage {
    this.#assertTable(input.TableName);
    return query(input, {
      inIndex: ({ S: partition = '' }) => this.#indexed.get(partition)?.values() ?? [],
      inPartition: ({ S: partition = '' }) => this.#partition(partition),
    });
  }

  put(input: PutItemCommandInput): Attributes {
    return this.#writeOne({ ...input, kind: 'PUT' });
  }

  update(input: UpdateItemCommandInput): Attributes {
    return this.#writeOne({ ...input, kind: 'UPDATE' });
  }

  delete(input: DeleteItemCommandInput): Attributes {
    return this.#writeOne({ ...input, kind: 'DELETE' });
  }

  transactWrite({ TransactItems = [], ClientRequestToken: token, ...others }: TransactWriteItemsCommandInput): object {
    assertOnly(others, []);
    if (TransactItems.length === 0 || TransactItems.length > MAX_ACTIONS)
      throw validation('TransactItems must have a length between 1 and 100');
    if (token !== undefined && this.#isRepeated(token, TransactItems)) return {};
    const writes = TransactItems.map((item) => this.#plan(toAction(item)));
    if (new Set(writes.map(({ key }) => keyText(key))).size < writes.length)
      throw validation('Transaction request cannot include multiple operations on one item');
    const reasons = writes.map((write) => this.#check(write));
    if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons);
    const changes = writes.map((write) => [write, write.apply(this.#find(write))] as const);
    for (const [write, after] of changes) this.#store(write, after);
    if (token !== undefined) this.#tokens.set(token, { request: TransactItems, untilMs: this.now() + TOKEN_MS });
    return {};
  }

  /**
   * Returns true if the same transaction was committed with this token.
   * @throws IdempotentParameterMismatchException if another transaction was committed with this token
   */
  #isRepeated(token: string, request: readonly TransactWriteItem[]): boolean {
    const used = this.#tokens.get(token);
    if (used === undefined || used.untilMs <= this.now()) return false;
    if (!isDeepStrictEqual(used.request, request)) throw tokenReused();
    return true;
  }

  #check(write: PlannedWrite): CancellationReason {
    const found = this.#find(write);
    if (write.holds(found ?? {})) return { Code: 'None' };
    const shown = write.showsItem && found !== undefined ? { Item: found } : {};
    return { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', ...shown };
  }

  #writeOne(action: WriteAction): Attributes {
    const write = this.#plan(action);
    const before = this.#find(write);
    if (!write.holds(before ?? {})) throw conditionFailed(write.showsItem ? before : undefined);
    const after = write.apply(before);
    this.#store(write, after);
    const returned = write.toReturn(before, after);
    return returned === undefined ? {} : { Attributes: returned };
  }

  #plan(action: WriteAction): PlannedWrite {
    this.#assertTable(action.TableName);
    return planWrite(action);
  }

  #partition(partition: string): readonly Item[] {
    const inOrder = this.#inOrder.get(partition) ?? sortedBy(KEYS, this.#partitions.get(partition)?.values() ?? []);
    this.#inOrder.set(partition, inOrder);
    return inOrder;
  }

  #found(key: string): Item[] {
    const item = this.#items.get(key);
    return item === undefined ? [] : [item];
  }

  #find({ key }: PlannedWrite): Item | undefined {
    return this.#items.get(keyText(key));
  }

  #store(write: PlannedWrite, after: Item | undefined): void {
    const before = this.#find(write);
    if (before === after) return;
    const [key, partition] = [keyText(write.key), write.key[KEYS.hash]?.S ?? ''];
    const beside = this.#partitions.get(partition) ?? new Map<string, Item>();
    this.#partitions.set(partition, beside);
    this.#inOrder.delete(partition);
    for (const items of [this.#items, beside]) {
      if (after === undefined) items.delete(key);
      else items.set(key, after);
    }
    this.#index(key, before, after);
    this.changes.push({ before, after });
  }

  #index(key: string, before: Item | undefined, after: Item | undefined): void {
    const [left, entered] = [before?.[INDEX.hash]?.S, after?.[INDEX.hash]?.S];
    if (left !== undefined) this.#indexed.get(left)?.delete(key);
    if (entered === undefined || after === undefined) return;
    const beside = this.#indexed.get(entered) ?? new Map<string, Item>();
    this.#indexed.set(entered, beside.set(key, after));
  }

  #assertTable(name: string | undefined): void {
    if (name !== this.name) throw unknownTable(String(name));
  }
}
