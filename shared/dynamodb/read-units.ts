/**
 * Counts the read units that a function consumes. A strongly consistent read of an item costs one unit per 4 KB, rounded up. A
 * query rounds up only the total size of the items that it scans.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const counting = new AsyncLocalStorage<ReadMeter>();

/** Counts the table reads of the function that `run` calls. */
export class ReadMeter {
  #units = 0;
  #outer: ReadMeter | undefined;

  /** Read units counted until now. */
  get units(): number {
    return this.#units;
  }

  /** Runs `work`, and adds its reads to this meter and to the enclosing meter. */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.#outer = counting.getStore();
    return counting.run(this, work);
  }

  add(units: number): void {
    this.#units += units;
    this.#outer?.add(units);
  }
}

/** Requests the consumed capacity of a read if a meter is active. */
export function requestedCapacity(): 'TOTAL' | undefined {
  return counting.getStore() === undefined ? undefined : 'TOTAL';
}

interface ConsumedCapacity {
  readonly CapacityUnits?: number | undefined;
}

/** Adds the units of a read to the active meter, if any. */
export function countRead(consumed: ConsumedCapacity | readonly ConsumedCapacity[] | undefined): void {
  const meter = counting.getStore();
  for (const { CapacityUnits = 0 } of [consumed ?? []].flat()) meter?.add(CapacityUnits);
}
