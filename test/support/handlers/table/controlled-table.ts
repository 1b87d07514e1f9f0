/** The table of a test: its items and its planned failures. */
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { StoredRecord } from '#shared/dynamodb/table';
import { Faults } from '../faults';
import { cancelled, heldByTransaction, noResponse, throttled } from './errors';
import { type Change, MemoryTable } from './memory-table';
import { installTable, type TableCall, type TableOperation } from './table-client';

const WRITES: readonly TableOperation[] = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'];

/** Requests of one operation, or all writes. */
export type CallKind = TableOperation | 'write';

/**
 * Partition keys of the items that every partner request accesses: the API key with its last use, and the rate counter. Faults do
 * not affect access to these items.
 */
const HOUSEKEEPING = /^(KEY|RATE)#/;

export class ControlledTable {
  readonly #memory: MemoryTable;
  readonly #faults = new Faults<TableCall>();
  readonly #client: { readonly restore: () => void };

  constructor(name: string) {
    this.#memory = new MemoryTable(name);
    this.#client = installTable(this.#memory, this.#faults);
  }

  /**
   * Returns the stored items in the order of their first writes. With `entity`, returns only items of this entity. Omits the
   * items of `HOUSEKEEPING`.
   */
  items(entity?: string): StoredRecord[] {
    const items = this.#memory.items().map((item) => unmarshall(item));
    return items.filter((item) => !HOUSEKEEPING.test(item.PK) && (entity === undefined || item.entity === entity));
  }

  /** Committed changes of items, in order. */
  get changes(): readonly Change[] {
    return this.#memory.changes;
  }

  get calls(): readonly TableCall[] {
    return this.#faults.calls;
  }

  /**
   * Makes the next requests fail with the error that the AWS client throws after DynamoDB has throttled three tries.
   * @param on kind of the requests that fail @default every kind
   */
  throttle(times = 1, on?: CallKind): void {
    const error = ({ operation }: TableCall) =>
      operation === 'TransactWriteItems' ? cancelled([{ Code: 'ThrottlingError' }], 3) : throttled();
    this.#faults.fail(error, isOf(on), times);
  }

  /** Makes the next writes conflict with another DynamoDB transaction on the same items. */
  conflict(times = 1): void {
    const error = ({ operation }: TableCall) =>
      operation === 'TransactWriteItems' ? cancelled([{ Code: 'TransactionConflict' }]) : heldByTransaction();
    this.#faults.fail(error, isOf('write'), times);
  }

  /** Makes the next request fail. @param on kind of the request that fails @default every kind */
  failNext(error: Error, on?: CallKind): void {
    this.#faults.fail(() => error, isOf(on));
  }

  /** Commits the next write, but throws an error instead of returning its response. */
  loseNextResponse(): void {
    this.#faults.loseResponse(noResponse, isOf('write'));
  }

  /** Calls `act` between a handler's read and its next write, so that the handler loses a race. */
  beforeNextWrite(act: () => unknown): void {
    this.#faults.beforeNext(act, isOf('write'));
  }

  /** Calls `act` before the next request of the kind `on`. */
  beforeNext(on: CallKind, act: () => unknown): void {
    this.#faults.beforeNext(act, isOf(on));
  }

  restore(): void {
    this.#client.restore();
  }
}

function isOf(kind: CallKind | undefined): (call: TableCall) => boolean {
  return ({ operation, partition = '' }) => {
    if (HOUSEKEEPING.test(partition)) return false;
    return kind === undefined || (kind === 'write' ? WRITES.includes(operation) : operation === kind);
  };
}
