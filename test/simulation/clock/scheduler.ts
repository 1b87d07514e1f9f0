/**
 * The only clock and the only source of order in a simulation. Everything that happens is an event at a virtual time; of
 * events at the same time a number that was drawn when each was planned decides. Between two events all code runs until
 * it waits for another event.
 */
import type { Chance } from '#test/support/chance';

interface Planned {
  readonly atMs: number;
  /** Decides among events of one millisecond; drawn by the seed. */
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
   * @param startMs epoch ms at which the virtual time begins
   * @param chance decides among events of one millisecond
   * @param record receives a line for each event that happens
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

  /** Plans an event. @param delayMs from now; rounded up to whole milliseconds */
  after(delayMs: number, label: string, happen: () => void): Cancel {
    const atMs = this.#nowMs + Math.max(0, Math.ceil(delayMs));
    const planned: Planned = { atMs, tie: this.chance.fraction(), label, happen, isCancelled: false };
    this.#push(planned);
    return () => {
      planned.isCancelled = true;
    };
  }

  /** Resolves after a virtual time, in ms. */
  pause(ms: number, label = 'pause'): Promise<void> {
    return new Promise((resolve) => this.after(ms, label, resolve));
  }

  /** Runs the next event, with all code that continues because of it. @returns whether there was one */
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

/** Node runs every promise reaction before the next immediate: all code waits for an event then. */
function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
