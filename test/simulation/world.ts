/** One small world: a stage with its functions, the cloud around them, and partners who use it, all in virtual time. */

import { Chance } from '#local/chance';
import { endpoints } from '#shared/api/endpoints';
import { workers } from '#shared/api/workers';
import { processEnvironment } from '#test/support/handlers/environment';
import type { Change } from '#test/support/handlers/table/memory-table';
import { Scheduler } from './clock/scheduler';
import { Trace } from './clock/trace';
import { Cloud } from './cloud/cloud';
import { ServiceCalls } from './cloud/service-calls';
import { type ControlName, Controls } from './controls';
import { ORDERS_URL, OrderProvider } from './failover/order-provider';
import { Faults } from './faults';
import { PARTNERS, type StartCode } from './functions/function-code';
import type { FunctionInstance } from './functions/instance';
import { FunctionPool, type FunctionRow } from './functions/pool';
import type { Outcome, Outside, WebReply } from './functions/process';
import { changeViolations } from './invariants/during';
import { simulatedDeposits } from './partners/deposits';
import type { SimulatedEndpoint } from './partners/endpoint';
import { Gateway } from './partners/gateway';
import { simulatedLimits } from './partners/limits';
import { REFUNDS_URL, RefundProvider } from './partners/refund-provider';

/** Start of every world: noon of a working day in Mexico. */
const START_MS = Date.UTC(2026, 0, 15, 18);
/** Of an endpoint's function, in seconds (infra/stacks/endpoint-group.ts). */
const ENDPOINT_TIMEOUT_S = 15;
const STAGE = 'sandbox';
const WEATHER_MS = { least: 300_000, most: 2_400_000 } as const;
/** Share of the idle processes that the platform ends at each change of the weather. */
const RETIRED = 0.3;

/** Names of Regions; a world of one has the first. */
export const REGION_NAMES = ['us-east-1', 'us-west-2'] as const;

/** A Region of the stage: its cloud, and the processes that run there. */
interface Region {
  readonly name: string;
  readonly cloud: Cloud;
  readonly pool: FunctionPool;
  readonly rows: ReadonlyMap<string, FunctionRow>;
  /** `DENIED`: no process may call a service. `FROZEN`: nothing begins, and what runs may end. `STOPPED`: nothing runs any more. */
  state: 'RUNS' | 'DENIED' | 'FROZEN' | 'STOPPED';
}

export interface WorldOptions {
  readonly seed: number;
  /** Takes each change of the first Region's table. With it the world has a second Region, and its providers pay out. */
  readonly replicate?: ((change: Change) => void) | undefined;
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
  readonly gateway: Gateway;
  readonly refunds: RefundProvider;
  readonly orders: OrderProvider;
  /** True in a world of two Regions. */
  readonly ordersPayouts: boolean;
  readonly #regions: readonly Region[];
  /** The Region that partners reach. */
  #active: Region;
  readonly #endpoints = new Map<string, SimulatedEndpoint>();
  #partners = 0;
  /** Lines that functions wrote. */
  readonly log: string[] = [];
  /** Ids of notifications that were given up for a reason on our side at some time. */
  readonly givenUp = new Set<string>();
  /** Breaches by committed changes. */
  readonly violations: string[] = [];

  constructor({ seed, control, print, replicate }: WorldOptions, start: StartCode) {
    this.trace = new Trace(print);
    this.chance = new Chance(seed);
    this.scheduler = new Scheduler(START_MS, this.chance.fork(), this.trace.add);
    this.faults = new Faults(this.chance.fork());
    this.controls = new Controls(control, this.chance.fork());
    this.ordersPayouts = replicate !== undefined;
    const { scheduler, faults, controls } = this;
    const parts = () => ({ scheduler, faults, controls, chance: this.chance.fork() });
    const names = REGION_NAMES.slice(0, replicate === undefined ? 1 : 2);
    this.#regions = names.map((name) => this.#newRegion(name, start, replicate));
    this.#active = this.region(REGION_NAMES[0]);
    const invoke = (id: string, makeEvent: () => unknown) => this.#invoke(this.#active, id, makeEvent);
    this.gateway = new Gateway({ ...parts(), invoke, log: (line) => this.log.push(line) });
    this.refunds = new RefundProvider(parts());
    this.orders = new OrderProvider(parts());
  }

  #newRegion(name: string, start: StartCode, replicate: WorldOptions['replicate']): Region {
    const parts = () => ({ ...this.part(), chance: this.chance.fork() });
    const isFirst = name === REGION_NAMES[0];
    const rows = functionRows(name, this.ordersPayouts);
    const invoke = (id: string, makeEvent: () => unknown) => this.#invoke(this.region(name), id, makeEvent);
    const onChange = (change: Change) => {
      if (isFirst) replicate?.(change);
      if (this.#active.name === name) this.#check(change);
    };
    const tableName = rows.get('createOnRamp')?.environment.TABLE_NAME ?? '';
    const cloud = new Cloud({ ...parts(), invoke, onChange }, tableName, isFirst ? undefined : '2');
    const outside = this.#outside(new ServiceCalls(parts()), () => this.region(name));
    return { name, cloud, rows, pool: new FunctionPool({ ...parts(), outside, start }), state: 'RUNS' };
  }

  /** The cloud that partners reach. */
  get cloud(): Cloud {
    return this.#active.cloud;
  }

  /** A Region by its name. @throws Error where there is none */
  region(name: string): Region {
    const found = this.#regions.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no Region ${name}`);
    return found;
  }

  /** From now on partners reach this Region, and its schedules and readers run. */
  open(name: string): void {
    this.#active = this.region(name);
    this.#active.cloud.startSchedules();
  }

  /** A process of the operator tool in a Region. @param stage whose consequences it decides by */
  operator(name: string, stage: string = STAGE): FunctionInstance {
    const { pool } = this.region(name);
    const row = this.#row(this.region(name), 'createUser');
    return pool.startInstance({ ...row, id: PARTNERS, environment: { ...row.environment, STAGE: stage } });
  }

  /** Invokes a worker of a Region. */
  invoke(name: string, workerId: string, makeEvent: () => unknown): Promise<Outcome> {
    return this.#invoke(this.region(name), workerId, makeEvent);
  }

  /** Parts that a piece of the world needs, with a generator of its own. */
  part() {
    const { scheduler, faults, controls } = this;
    return { scheduler, faults, controls, chance: this.chance.fork() };
  }

  /** Has posts to the endpoint's address reach it. */
  addEndpoint(endpoint: SimulatedEndpoint): void {
    this.#endpoints.set(endpoint.url, endpoint);
  }

  /** Stores a partner as the operator tool does. */
  async newPartner(name: string): Promise<{ readonly partnerId: string; readonly apiKey: string }> {
    const { createPartner, setAgreement } = this.operator(this.#active.name).load(PARTNERS);
    if (typeof createPartner !== 'function' || typeof setAgreement !== 'function')
      throw new Error('No partner can be made');
    const stamp = { atMs: this.scheduler.nowMs, operator: 'simulation' };
    const keys = await createPartner({ name, stage: STAGE, ...stamp });
    const deposits = simulatedDeposits[this.#partners % simulatedDeposits.length];
    this.#partners += 1;
    const limits = this.ordersPayouts ? undefined : simulatedLimits;
    const terms = { ...(limits && { limits }), ...(deposits && { deposits }) };
    await setAgreement(keys.partnerId, (all: object) => ({ ...all, ...terms }), stamp);
    return keys;
  }

  /** From now on faults come and go, and processes that are idle end now and then. */
  startWeather(): void {
    const likelihood = this.faults.change();
    for (const { pool } of this.#regions) pool.retire(RETIRED);
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

  /** Has events happen until the condition holds or the virtual time is over. @returns whether it holds */
  async runUntil(isDone: () => boolean, untilMs: number): Promise<boolean> {
    while (!isDone()) {
      if (this.violations.length > 0) throw new Error(this.violations.join('\n'));
      if (this.scheduler.nowMs >= untilMs || !(await this.scheduler.step())) return isDone();
      const stuck = this.#regions.flatMap(({ pool }) => pool.stuck() ?? [])[0];
      if (stuck !== undefined) throw new Error(`${stuck} waits for something that the simulation does not know`);
    }
    return true;
  }

  #check(change: Change): void {
    this.violations.push(...changeViolations(change, this.scheduler.nowMs));
    const { id, failedReason } = change.after ?? {};
    if (failedReason?.S === 'INFRASTRUCTURE' && id?.S !== undefined) this.givenUp.add(id.S);
  }

  #invoke(region: Region, id: string, makeEvent: () => unknown): Promise<Outcome> {
    if (region.state === 'FROZEN' || region.state === 'STOPPED') return new Promise(() => undefined);
    return region.pool.invoke(this.#row(region, id), makeEvent);
  }

  #row({ rows }: Region, id: string): FunctionRow {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`There is no function ${id}`);
    return row;
  }

  #outside(calls: ServiceCalls, region: () => Region): Outside {
    return {
      service: (caller, call) =>
        calls.make(caller, ['RUNS', 'FROZEN'].includes(region().state) ? call : { ...call, act: denied }),
      web: (caller, call, signal): Promise<WebReply> => {
        if (call.url.startsWith(REFUNDS_URL)) return this.refunds.take(caller, call);
        if (call.url.startsWith(ORDERS_URL)) return this.orders.take(caller, call);
        const endpoint = this.#endpoints.get(call.url);
        if (endpoint === undefined) throw new Error('The simulation has no such server');
        return endpoint.post(caller, call, signal);
      },
      toCall: (command) => region().cloud.toCall(command),
      log: (_, line) => {
        this.log.push(line.trimEnd());
      },
    };
  }
}

/** The answer to a role that a policy denies everything. */
function denied(): never {
  throw Object.assign(new Error('A policy denies it'), { name: 'AccessDeniedException' });
}

/** @param ordersPayouts true where the worker of steps decides by production: it orders payouts there */
function functionRows(region: string, ordersPayouts: boolean): ReadonlyMap<string, FunctionRow> {
  return new Map(
    [...endpoints, ...workers].map((row) => {
      const timeoutS = 'timeoutS' in row ? row.timeoutS : ENDPOINT_TIMEOUT_S;
      const regions = ordersPayouts ? { AWS_REGION: region, FIRST_WRITING_REGION: REGION_NAMES[0] } : {};
      const stage = ordersPayouts && row.id === 'runStep' ? { STAGE: 'production' } : {};
      return [
        row.id,
        { id: row.id, timeoutS, environment: { ...processEnvironment(row, STAGE), ...regions, ...stage } },
      ];
    }),
  );
}
