/** Faults of one simulation run, with their probabilities and counts. */
import type { Chance } from '#test/support/chance';
import type { Scheduler } from './clock/scheduler';
import type { Controls } from './controls';

/** Shared parts of the simulated world. Each component has a separate random generator. */
export interface WorldParts {
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly controls: Controls;
}

/** Possible faults with their relative weights. */
const shares = {
  call: {
    'request lost': 3,
    'response lost': 4,
    'sent again': 3,
    'carried out late': 1,
    slow: 4,
    throttled: 3,
    conflict: 2,
    'crash before a call': 2,
    'crash after a call': 3,
  },
  request: { 'API request lost': 2, 'API response lost': 4, 'API request doubled': 3 },
  message: {
    'message doubled': 3,
    'message delayed': 3,
    'message refused': 2,
    'deletion lost': 2,
  },
  event: { 'event doubled': 3, 'event delayed': 3, 'event refused': 3, 'event lost': 1 },
  batch: { 'batch of the stream repeated': 3, 'stream delayed': 2 },
  invocation: { 'invocation refused': 2, 'cold start': 3 },
  post: {
    'webhook lost': 2,
    'webhook accepted and its response lost': 3,
    'webhook doubled': 1,
    'webhook ends each function': 1,
  },
  refund: { 'refund lost': 2, 'refund ordered and its response lost': 3, 'refund ordered and its caller ends': 2 },
} as const;

type Place = keyof typeof shares;

/** Probabilities of a fault at each point where a fault can occur. Each phase of a run uses one of these probabilities. */
const WEATHERS = [0, 0.004, 0.02, 0.08] as const;
/** Probability in the first phase, so that every run has faults. */
const FIRST_WEATHER = 0.02;

export class Faults {
  readonly #counts = new Map<string, number>();
  #likelihood = 0;
  #hasBegun = false;

  constructor(private readonly chance: Chance) {}

  /** Starts the next phase. @returns the new fault probability */
  change(): number {
    this.#likelihood = this.#hasBegun ? this.chance.pick(WEATHERS) : FIRST_WEATHER;
    this.#hasBegun = true;
    return this.#likelihood;
  }

  /** No more faults. */
  end(): void {
    this.#likelihood = 0;
  }

  /**
   * Decides at random whether a fault occurs now, and counts it.
   * @param place where the fault can occur, for example in a `message`
   * @returns the fault, or `undefined` if none occurs
   */
  at<P extends Place>(place: P): keyof (typeof shares)[P] | undefined {
    if (this.#likelihood === 0 || !this.chance.happens(this.#likelihood)) return undefined;
    const fault = this.#choose(shares[place]);
    this.count(String(fault));
    return fault;
  }

  /** Counts a fault. Callers use this method only for faults that the method `at` did not choose. */
  count(fault: string): void {
    this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + 1);
  }

  /** Number of occurrences per fault. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  #choose<Kind extends Readonly<Record<string, number>>>(kinds: Kind): keyof Kind | undefined {
    const names: (keyof Kind)[] = Object.keys(kinds);
    const all = names.flatMap((name) => Array<keyof Kind>(kinds[name] ?? 0).fill(name));
    return this.chance.pick(all);
  }
}
