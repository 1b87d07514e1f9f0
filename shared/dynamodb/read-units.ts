/** Counts the read units that a piece of work consumes, as DynamoDB bills them: 4 KB each, and at least one an item. */
import { AsyncLocalStorage } from 'node:async_hooks';

const counting = new AsyncLocalStorage<ReadMeter>();

/** Counts what is read while it runs, by whatever calls of the table. */
export class ReadMeter {
  #units = 0;
  #outer: ReadMeter | undefined;

  /** Read units so far. */
  get units(): number {
    return this.#units;
  }

  /** Carries out work and counts its reads, here and in the meter of what it is a part of. */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.#outer = counting.getStore();
    return counting.run(this, work);
  }

  add(units: number): void {
    this.#units += units;
    this.#outer?.add(units);
  }
}

/** Tells a read to ask the table for its cost, where something counts it. */
export function requestedCapacity(): 'TOTAL' | undefined {
  return counting.getStore() === undefined ? undefined : 'TOTAL';
}

interface ConsumedCapacity {
  readonly CapacityUnits?: number | undefined;
}

/** Adds what a read consumed to the meter of its work, if there is one. */
export function countRead(consumed: ConsumedCapacity | readonly ConsumedCapacity[] | undefined): void {
  const meter = counting.getStore();
  for (const { CapacityUnits = 0 } of [consumed ?? []].flat()) meter?.add(CapacityUnits);
}
