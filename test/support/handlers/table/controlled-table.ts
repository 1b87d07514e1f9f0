/** The table of a world, as tests see it: its items and its failures. */
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { StoredRecord } from '#shared/dynamodb/table';
import { Faults } from '../faults';
import { cancelled, heldByTransaction, noResponse, throttled } from './errors';
import { type Change, MemoryTable } from './memory-table';
import { installTable, type TableCall, type TableOperation } from './table-client';

const WRITES: readonly TableOperation[] = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'];

/** Calls of one operation, or all that write. */
export type CallKind = TableOperation | 'write';

/** Every call of a partner reads its key, notes the day on it and takes from its rate. No fault meets these calls. */
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
   * Returns the stored items without those that every call writes, in the order of the first writes; of one entity if
   * given.
   */
  items(entity?: string): StoredRecord[] {
    const items = this.#memory.items().map((item) => unmarshall(item));
    return items.filter((item) => !HOUSEKEEPING.test(item.PK) && (entity === undefined || item.entity === entity));
  }

  /** Every committed change of an item, in order. */
  get changes(): readonly Change[] {
    return this.#memory.changes;
  }

  /** Every call, in order. */
  get calls(): readonly TableCall[] {
    return this.#faults.calls;
  }

  /** The next calls are throttled, each in all attempts of the client. @param on only these calls */
  throttle(times = 1, on?: CallKind): void {
    const error = ({ operation }: TableCall) =>
      operation === 'TransactWriteItems' ? cancelled([{ Code: 'ThrottlingError' }], 3) : throttled();
    this.#faults.fail(error, isOf(on), times);
  }

  /** The next writes meet a transaction that is in progress on their items. */
  conflict(times = 1): void {
    const error = ({ operation }: TableCall) =>
      operation === 'TransactWriteItems' ? cancelled([{ Code: 'TransactionConflict' }]) : heldByTransaction();
    this.#faults.fail(error, isOf('write'), times);
  }

  /** The next call ends with an error. @param on only these calls */
  failNext(error: Error, on?: CallKind): void {
    this.#faults.fail(() => error, isOf(on));
  }

  /** The next write is committed, and the client never gets its response. */
  loseNextResponse(): void {
    this.#faults.loseResponse(noResponse, isOf('write'));
  }

  /** Runs something between a handler's read and its next write: a race that the handler loses. */
  beforeNextWrite(act: () => unknown): void {
    this.#faults.beforeNext(act, isOf('write'));
  }

  /** Something else happens before the next of these calls. */
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
