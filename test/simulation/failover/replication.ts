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
const SLOW = 0.05;
/** The same while the link fails. */
const FAILING = 0.5;

/** Partition and sort key of an item. */
export function itemName({ before, after }: Change): string {
  const { PK, SK } = after ?? before ?? {};
  return `${PK?.S}|${SK?.S}`;
}

export class Replication {
  /** Items of which a state is lost. */
  readonly lost = new Set<string>();
  /** Items of which a state has arrived. */
  readonly arrived = new Set<string>();
  readonly #underWay = new Map<string, Change[]>();
  #state: 'WELL' | 'FAILING' | 'CUT' = 'WELL';

  constructor(
    private readonly scheduler: Scheduler,
    private readonly chance: Chance,
    private readonly target: () => SimulatedTable,
  ) {}

  add(change: Change): void {
    const name = itemName(change);
    if (this.#state === 'CUT') {
      this.lost.add(name);
      return;
    }
    const underWay = this.#underWay.get(name) ?? [];
    this.#underWay.set(name, [...underWay, change]);
    // The next state of an item sets out once the one before has arrived.
    if (underWay.length === 0) this.#send(name);
  }

  /** From now on many changes are late. */
  fail(): void {
    this.#state = 'FAILING';
  }

  /** Nothing arrives any more. */
  cut(): void {
    this.#state = 'CUT';
    for (const name of this.#underWay.keys()) this.lost.add(name);
    this.#underWay.clear();
  }

  /** Changes that have not arrived. */
  get size(): number {
    return this.#underWay.size;
  }

  #send(name: string): void {
    const isSlow = this.chance.happens(this.#state === 'FAILING' ? FAILING : SLOW);
    const { least, most } = isSlow ? SLOW_MS : LAG_MS;
    this.scheduler.after(this.chance.between(least, most), 'replication', () => this.#arrive(name));
  }

  #arrive(name: string): void {
    const waiting = this.#underWay.get(name);
    const newest = waiting?.at(-1);
    const [first] = waiting ?? [];
    if (waiting === undefined || newest === undefined || first === undefined) return;
    // Some arrive as the newest state alone.
    this.arrived.add(name);
    const isMerged = this.chance.happens(0.5);
    this.target().replicate(isMerged ? newest : first);
    const left = isMerged ? [] : waiting.slice(1);
    if (left.length === 0) this.#underWay.delete(name);
    else {
      this.#underWay.set(name, left);
      this.#send(name);
    }
  }
}
