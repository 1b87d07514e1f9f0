/** A simulated world in virtual time: a stage with its functions, the cloud services, and partners. */

import { endpoints, workers } from '#shared/contract/endpoints';
import { Chance } from '#test/support/chance';
import { processEnvironment } from '#test/support/handlers/environment';
import type { Change } from '#test/support/handlers/table/memory-table';
import { Scheduler } from './clock/scheduler';
import { Trace } from './clock/trace';
import { Cloud } from './cloud/cloud';
import { ServiceCalls } from './cloud/service-calls';
import { type ControlName, Controls } from './controls';
import { Faults, type WorldParts } from './faults';
import { PARTNERS, type StartCode } from './functions/function-code';
import { FunctionPool, type FunctionRow } from './functions/pool';
import type { Outcome, Outside, WebReply } from './functions/process';
import { changeViolations } from './invariants/during';
import type { SimulatedEndpoint } from './partners/endpoint';
import { Gateway } from './partners/gateway';
import { REFUNDS_URL, RefundProvider } from './partners/refund-provider';
import { simulatedDeposits, simulatedLimits } from './partners/terms';

/** Start of every simulation: noon of a working day in Mexico City. */
const START_MS = Date.UTC(2026, 0, 15, 18);
/** Timeout of an endpoint function, in seconds (infra/stacks/endpoint-group.ts). */
const ENDPOINT_TIMEOUT_S = 15;
const STAGE = 'sandbox';
const WEATHER_MS = { least: 300_000, most: 2_400_000 } as const;
/** Fraction of the idle processes that end when the fault probability changes. */
const RETIRED = 0.3;

export interface WorldOptions {
  readonly seed: number;
  readonly control?: ControlName | undefined;
  /** Receives every line of the trace. */
  readonly print?: ((line: string) => void) | undefined;
}

export class SimulatedWorld {
  readonly trace: Trace;
  readonly chance: Chance;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly controls: Controls;
  readonly cloud: Cloud;
  readonly gateway: Gateway;
  readonly refunds: RefundProvider;
  readonly #pool: FunctionPool;
  readonly #rows: ReadonlyMap<string, FunctionRow>;
  readonly #endpoints = new Map<string, SimulatedEndpoint>();
  #partners = 0;
  readonly log: string[] = [];
  /** Ids of notifications that failed at some time for a reason on our side. */
  readonly givenUp = new Set<string>();
  /** Violations of invariants by committed changes. */
  readonly violations: string[] = [];

  constructor({ seed, control, print }: WorldOptions, start: StartCode) {
    this.trace = new Trace(print);
    this.chance = new Chance(seed);
    this.scheduler = new Scheduler(START_MS, this.chance.fork(), this.trace.add);
    this.faults = new Faults(this.chance.fork());
    this.controls = new Controls(control, this.chance.fork());
    this.#rows = functionRows();
    const invoke = (id: string, makeEvent: () => unknown) => this.#invoke(id, makeEvent);
    this.cloud = new Cloud(
      { ...this.part(), invoke, onChange: (change) => this.#check(change) },
      this.#row('createOnRamp').environment.TABLE_NAME ?? '',
    );
    this.gateway = new Gateway({ ...this.part(), invoke, log: (line) => this.log.push(line) });
    this.refunds = new RefundProvider(this.part());
    this.#pool = new FunctionPool({ ...this.part(), outside: this.#outside(new ServiceCalls(this.part())), start });
  }

  /** Returns the shared parts of the world, with a separate random generator. */
  part(): WorldParts {
    const { scheduler, faults, controls } = this;
    return { scheduler, faults, controls, chance: this.chance.fork() };
  }

  /** Routes webhook requests to the endpoint by its URL. */
  addEndpoint(endpoint: SimulatedEndpoint): void {
    this.#endpoints.set(endpoint.url, endpoint);
  }

  async newPartner(name: string): Promise<{ readonly partnerId: string; readonly apiKey: string }> {
    const operator = this.#pool.startInstance({ ...this.#row('createUser'), id: PARTNERS });
    const { createPartner, setAgreement } = operator.load(PARTNERS);
    if (typeof createPartner !== 'function' || typeof setAgreement !== 'function')
      throw new Error('No partner can be made');
    const stamp = { atMs: this.scheduler.nowMs, operator: 'simulation' };
    const keys = await createPartner({ name, stage: STAGE, ...stamp });
    const deposits = simulatedDeposits[this.#partners % simulatedDeposits.length];
    this.#partners += 1;
    const terms = { limits: simulatedLimits, ...(deposits && { deposits }) };
    await setAgreement(keys.partnerId, (all: object) => ({ ...all, ...terms }), stamp);
    return keys;
  }

  /** Starts changing the fault probability and ending idle processes, at random times. */
  startWeather(): void {
    const likelihood = this.faults.change();
    this.#pool.retire(RETIRED);
    this.scheduler.after(this.chance.between(WEATHER_MS.least, WEATHER_MS.most), `weather ${likelihood}`, () => {
      if (!this.#isCalmForGood) this.startWeather();
    });
  }

  #isCalmForGood = false;

  /** No more faults. */
  endWeather(): void {
    this.#isCalmForGood = true;
    this.faults.end();
  }

  /**
   * Runs events until the condition holds, the virtual time reaches `untilMs`, or no event remains.
   * @returns true if the condition holds
   * @throws Error if a change violates an invariant, or if an instance waits for something other than a simulated event
   */
  async runUntil(isDone: () => boolean, untilMs: number): Promise<boolean> {
    while (!isDone()) {
      if (this.violations.length > 0) throw new Error(this.violations.join('\n'));
      if (this.scheduler.nowMs >= untilMs || !(await this.scheduler.step())) return isDone();
      const stuck = this.#pool.stuck();
      if (stuck !== undefined) throw new Error(`${stuck} waits for something that the simulation does not know`);
    }
    return true;
  }

  #check(change: Change): void {
    this.violations.push(...changeViolations(change, this.scheduler.nowMs));
    const { id, failedReason } = change.after ?? {};
    if (failedReason?.S === 'INFRASTRUCTURE' && id?.S !== undefined) this.givenUp.add(id.S);
  }

  #invoke(id: string, makeEvent: () => unknown): Promise<Outcome> {
    return this.#pool.invoke(this.#row(id), makeEvent);
  }

  #row(id: string): FunctionRow {
    const row = this.#rows.get(id);
    if (row === undefined) throw new Error(`There is no function ${id}`);
    return row;
  }

  #outside(calls: ServiceCalls): Outside {
    return {
      service: (caller, call) => calls.make(caller, call),
      web: (caller, call, signal): Promise<WebReply> => {
        if (call.url.startsWith(REFUNDS_URL)) return this.refunds.take(caller, call);
        const endpoint = this.#endpoints.get(call.url);
        if (endpoint === undefined) throw new Error('The simulation has no such server');
        return endpoint.post(caller, call, signal);
      },
      toCall: (command) => this.cloud.toCall(command),
      log: (_, line) => {
        this.log.push(line.trimEnd());
      },
    };
  }
}

function functionRows(): ReadonlyMap<string, FunctionRow> {
  return new Map(
    [...endpoints, ...workers].map((row) => {
      const timeoutS = 'timeoutS' in row ? row.timeoutS : ENDPOINT_TIMEOUT_S;
      return [row.id, { id: row.id, timeoutS, environment: processEnvironment(row, STAGE) }];
    }),
  );
}
