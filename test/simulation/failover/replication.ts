/**
 * Replication of the table to another Region, eventually consistent: the states of an item arrive in their order, or some of them
 * merged; those of two items in any order, whatever transaction they were written in.
 */
import type { Chance } from '#local/chance';
import type { Scheduler } from '#test/simulation/clock/scheduler';
import type { SimulatedTable } from '#test/simulation/cloud/table';
import type { Change } from '#test/support/handlers/table/memory-table';

/** Usual lag, and that of some changes, ms. */
const LAG_MS = { least: 50, most: 1500 } as const;
const SLOW_MS = { least: 1000, most: 120_000 } as const;
/** A change arrives no later, ms. */
export const GREATEST_LAG_MS = SLOW_MS.most;
const SLOW = 0.05;
/** The same while the link fails. */
const FAILING = 0.5;
/** Changes that arrive together with the one before them, as the newest state alone. */
const MERGED = 0.5;

/** Partition and sort key of an item. */
function itemName({ before, after }: Change): string {
  const { PK, SK } = after ?? before ?? {};
  return `${PK?.S}|${SK?.S}`;
}

/** A change with the time at which it was committed, epoch ms. */
interface Sent {
  readonly change: Change;
  readonly atMs: number;
}

export class Replication {
  /** Items of which a state is lost, with the time of the first one, epoch ms. */
  readonly lost = new Map<string, number>();
  /** Items of which a state has arrived. */
  readonly arrived = new Set<string>();
  /** Time from which on nothing arrives, epoch ms. */
  cutAtMs = 0;
  readonly #underWay = new Map<string, Sent[]>();
  #state: 'WELL' | 'FAILING' | 'CUT' = 'WELL';

  constructor(
    private readonly scheduler: Scheduler,
    private readonly chance: Chance,
    private readonly target: () => SimulatedTable,
  ) {}

  add(change: Change): void {
    const name = itemName(change);
    const sent = { change, atMs: this.scheduler.nowMs };
    if (this.#state === 'CUT') {
      this.#lose(name, sent);
      return;
    }
    const underWay = this.#underWay.get(name) ?? [];
    this.#underWay.set(name, [...underWay, sent]);
    // The next state of an item sets out once the one before has arrived.
    if (underWay.length === 0) this.#send(name);
  }

  /** From now on many changes are late. */
  fail(): void {
    this.#state = 'FAILING';
  }

  /** Nothing arrives any more. */
  cut(): void {
    if (this.#state === 'CUT') return;
    this.#state = 'CUT';
    this.cutAtMs = this.scheduler.nowMs;
    for (const [name, [first]] of this.#underWay) if (first !== undefined) this.#lose(name, first);
    this.#underWay.clear();
  }

  /** Changes that have not arrived. */
  get size(): number {
    return this.#underWay.size;
  }

  /** The oldest change that is lost, epoch ms; the cut where none is. All that was committed before has arrived. */
  get recoveryPointMs(): number {
    let oldest = this.cutAtMs;
    for (const atMs of this.lost.values()) oldest = Math.min(oldest, atMs);
    return oldest;
  }

  #lose(name: string, { atMs }: Sent): void {
    if (!this.lost.has(name)) this.lost.set(name, atMs);
  }

  #send(name: string): void {
    const isSlow = this.chance.happens(this.#state === 'FAILING' ? FAILING : SLOW);
    const { least, most } = isSlow ? SLOW_MS : LAG_MS;
    this.scheduler.after(this.chance.between(least, most), 'replication', () => this.#arrive(name));
  }

  #arrive(name: string): void {
    const [first, ...others] = this.#underWay.get(name) ?? [];
    if (first === undefined) return;
    this.arrived.add(name);
    const newest = this.chance.happens(MERGED) ? others.at(-1) : undefined;
    this.target().replicate((newest ?? first).change);
    const left = newest === undefined ? others : [];
    if (left.length === 0) this.#underWay.delete(name);
    else {
      this.#underWay.set(name, left);
      this.#send(name);
    }
  }
}
