/** Counts the read units that a piece of work consumes, as DynamoDB bills them: 4 KB each, and at least one an item. */
import { AsyncLocalStorage } from 'node:async_hooks';

const counting = new AsyncLocalStorage<ReadMeter>();

/** Counts the reads of the table while it runs. */
export class ReadMeter {
  #units = 0;
  #outer: ReadMeter | undefined;

  /** Read units so far. */
  get units(): number {
    return this.#units;
  }

  /** Runs `work`; adds its reads to this meter and to the enclosing one. */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.#outer = counting.getStore();
    return counting.run(this, work);
  }

  add(units: number): void {
    this.#units += units;
    this.#outer?.add(units);
  }
}

/** Makes a read report its cost, if a meter is running. */
export function requestedCapacity(): 'TOTAL' | undefined {
  return counting.getStore() === undefined ? undefined : 'TOTAL';
}

interface ConsumedCapacity {
  readonly CapacityUnits?: number | undefined;
}

/** Adds the units of a read to the meter of its work, if there is one. */
export function countRead(consumed: ConsumedCapacity | readonly ConsumedCapacity[] | undefined): void {
  const meter = counting.getStore();
  for (const { CapacityUnits = 0 } of [consumed ?? []].flat()) meter?.add(CapacityUnits);
}
