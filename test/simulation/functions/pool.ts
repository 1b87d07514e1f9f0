/** Instances of each function. The pool starts, reuses and ends instances as AWS Lambda does. */
import type { WorldParts } from '#test/simulation/faults';
import type { StartCode } from './function-code';
import { FunctionInstance } from './instance';
import type { Outcome, Outside } from './process';

const MOST_INSTANCES = 4;
/** Maximum deviation of a clock, in ms. Clocks of functions differ by at most two seconds (docs/reliability.md, F43). */
const MOST_SKEW_MS = 1000;
/** Clock deviation in ms with the bug `clocks-wrong`. */
const WRONG_MS = 3_600_000;
const COLD_START_MS = { least: 150, most: 900 } as const;
const WARM_START_MS = { least: 1, most: 10 } as const;
/** Time in ms after which an invocation tries again if all instances are busy. */
const BUSY_MS = 50;

export interface FunctionRow {
  readonly id: string;
  /** Timeout in seconds. */
  readonly timeoutS: number;
  readonly environment: Readonly<Record<string, string>>;
}

export interface PoolWorld extends WorldParts {
  readonly outside: Outside;
  readonly start: StartCode;
}

export class FunctionPool {
  readonly #instances = new Map<string, FunctionInstance[]>();
  readonly #reserved = new Set<FunctionInstance>();
  #started = 0;

  constructor(private readonly world: PoolWorld) {}

  /** Invokes a function. @param makeEvent builds the event at the start of the invocation */
  async invoke(row: FunctionRow, makeEvent: () => unknown): Promise<Outcome> {
    const { scheduler, chance, faults } = this.world;
    const fault = faults.at('invocation');
    if (fault === 'invocation refused') {
      await scheduler.pause(chance.between(WARM_START_MS.least, WARM_START_MS.most), `${row.id} refused`);
      return { isOk: false, reason: 'error', message: 'The function was not invoked' };
    }
    const idle = fault === 'cold start' ? [] : this.#idle(row.id);
    if (idle.length === 0 && this.#live(row.id).length >= MOST_INSTANCES) {
      await scheduler.pause(BUSY_MS, `${row.id} busy`);
      return this.invoke(row, makeEvent);
    }
    const isWarm = idle.length > 0;
    const instance = isWarm ? chance.pick(idle) : this.startInstance(row);
    this.#reserved.add(instance);
    const { least, most } = isWarm ? WARM_START_MS : COLD_START_MS;
    await scheduler.pause(chance.between(least, most), `${instance.name} ${isWarm ? 'warm' : 'cold'} start`);
    const outcome = await instance.invoke(clone(makeEvent()), row.timeoutS * 1000);
    this.#reserved.delete(instance);
    const end = outcome.isOk ? 'ends' : `ends: ${outcome.reason}`;
    await scheduler.pause(1, `${instance.name} ${end}`);
    return outcome.isOk ? { isOk: true, value: clone(outcome.value) } : outcome;
  }

  startInstance(row: FunctionRow): FunctionInstance {
    const { scheduler, chance, outside, start } = this.world;
    this.#started += 1;
    const mostSkewMs = this.world.controls.has('clocks-wrong') ? WRONG_MS : MOST_SKEW_MS;
    const options = {
      functionId: row.id,
      name: `${row.id}#${this.#started}`,
      environment: row.environment,
      skewMs: chance.between(-mostSkewMs, mostSkewMs),
      chance: chance.fork(),
    };
    const instance = new FunctionInstance(options, scheduler, outside, start);
    this.#instances.set(row.id, [...this.#live(row.id), instance]);
    return instance;
  }

  /** Ends idle processes, as AWS Lambda does. @param share fraction to end; 1 ends all */
  retire(share: number): void {
    for (const instances of this.#instances.values())
      for (const instance of instances)
        if (instance.isIdle && !this.#reserved.has(instance) && this.world.chance.happens(share))
          instance.crash('crash');
  }

  /** Returns the name of an instance whose code waits for something other than a simulated event. */
  stuck(): string | undefined {
    for (const instance of this.#reserved) if (instance.waitsForReality) return instance.name;
    return undefined;
  }

  #live(id: string): FunctionInstance[] {
    return (this.#instances.get(id) ?? []).filter(({ isAlive }) => isAlive);
  }

  #idle(id: string): FunctionInstance[] {
    return this.#live(id).filter((instance) => instance.isIdle && !this.#reserved.has(instance));
  }
}

/** Copies a value as JSON, as events and responses are transferred. */
function clone(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
