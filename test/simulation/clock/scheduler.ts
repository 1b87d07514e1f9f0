/**
 * The clock of a simulation, which also determines the order of all events. Each event has a virtual time. A random number
 * decides the order of events at the same time. Between two events, all code runs until it waits for another event.
 */
import type { Chance } from '#test/support/chance';

interface Planned {
  readonly atMs: number;
  /** Random number that orders events of the same millisecond. */
  readonly tie: number;
  readonly label: string;
  readonly happen: () => void;
  isCancelled: boolean;
}

export type Cancel = () => void;

export class Scheduler {
  readonly #planned: Planned[] = [];
  #nowMs: number;

  /**
   * @param startMs start of the virtual time, in epoch ms
   * @param chance orders events of the same millisecond
   * @param record receives a line per event
   */
  constructor(
    startMs: number,
    private readonly chance: Chance,
    private readonly record: (line: string) => void,
  ) {
    this.#nowMs = startMs;
  }

  /** Epoch ms, whole. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Schedules an event. @param delayMs delay, rounded up to whole milliseconds */
  after(delayMs: number, label: string, happen: () => void): Cancel {
    const atMs = this.#nowMs + Math.max(0, Math.ceil(delayMs));
    const planned: Planned = { atMs, tie: this.chance.fraction(), label, happen, isCancelled: false };
    this.#push(planned);
    return () => {
      planned.isCancelled = true;
    };
  }

  /** Resolves after a delay in virtual ms. */
  pause(ms: number, label = 'pause'): Promise<void> {
    return new Promise((resolve) => this.after(ms, label, resolve));
  }

  /** Runs the next event and all code that it resumes. @returns true if there was an event */
  async step(): Promise<boolean> {
    const next = this.#pop();
    if (next === undefined) return false;
    if (next.isCancelled) return true;
    this.#nowMs = next.atMs;
    this.record(`${next.atMs} ${next.label}`);
    next.happen();
    await turnOfTheLoop();
    return true;
  }

  #push(planned: Planned): void {
    const heap = this.#planned;
    let index = heap.push(planned) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(planned, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = planned;
  }

  #pop(): Planned | undefined {
    const heap = this.#planned;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || first === last) return first;
    let index = 0;
    for (;;) {
      const left = index * 2 + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      if (one === undefined) break;
      const [child, at] = other !== undefined && isBefore(other, one) ? [other, left + 1] : [one, left];
      if (!isBefore(child, last)) break;
      heap[index] = child;
      index = at;
    }
    heap[index] = last;
    return first;
  }
}

function isBefore(left: Planned, right: Planned): boolean {
  return left.atMs === right.atMs ? left.tie < right.tie : left.atMs < right.atMs;
}

/** Node runs all promise reactions before the next immediate. Afterwards all code waits for an event. */
function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
