/** Runs one seed: partners trade while faults occur, then all work must end, and the invariants are checked. */
import { reconciliationViolations } from './banks/reconciliation';
import { type ControlName, reconciliationControls } from './controls';
import { functionCode } from './functions/function-code';
import type { Evidence } from './invariants/evidence';
import { inspect } from './invariants/inspect';
import { SimulatedPartner } from './partners/partner';
import { SimulatedWorld } from './world';

const HOUR_MS = 3_600_000;
const PARTNERS = 2;
const USERS = 2;
/**
 * Maximum virtual time in ms from the last fault until all work has ended. It is enough for all delivery attempts, each after a
 * redrive.
 */
const SETTLE_MS = 3 * HOUR_MS;

export interface RunOptions {
  readonly seed: number;
  /** Hours during which partners trade. */
  readonly hours: number;
  readonly control?: ControlName | undefined;
  readonly print?: ((line: string) => void) | undefined;
}

export interface RunResult {
  readonly seed: number;
  /** Hours during which partners traded. */
  readonly hours: number;
  /** Total virtual time, in ms. */
  readonly virtualMs: number;
  readonly requests: number;
  readonly orders: number;
  readonly deliveries: number;
  readonly faults: ReadonlyMap<string, number>;
  readonly violations: readonly string[];
  /** SHA-256 of the trace (hex). */
  readonly digest: string;
  readonly events: number;
  /** Last lines of the trace. */
  readonly tail: readonly string[];
}

export async function runSeed({ seed, hours, control, print }: RunOptions): Promise<RunResult> {
  const world = new SimulatedWorld({ seed, control, print }, await functionCode());
  const startMs = world.scheduler.nowMs;
  const partners: SimulatedPartner[] = [];
  const violations: string[] = [];
  try {
    await finish(world, setUp(world, partners), HOUR_MS);
    const trading = Promise.all(partners.map((partner) => partner.trade()));
    world.startWeather();
    for (const { endpoint } of partners) endpoint.start();
    await world.runUntil(() => false, world.scheduler.nowMs + hours * HOUR_MS);
    for (const partner of partners) partner.end();
    world.endWeather();
    for (const { endpoint } of partners) endpoint.recover();
    await finish(world, trading, SETTLE_MS);
    await settle(world);
    await finish(world, Promise.all(partners.map((partner) => partner.replayAll())), SETTLE_MS);
    violations.push(...inspect(evidenceOf(world, partners)));
    if (control === undefined || reconciliationControls.includes(control))
      violations.push(...(await reconciliationViolations(seed, (command) => world.controls.change(command))));
  } catch (error) {
    violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return {
    seed,
    hours,
    virtualMs: world.scheduler.nowMs - startMs,
    requests: world.gateway.requests,
    orders: partners.reduce((sum, { orders }) => sum + orders.length, 0),
    deliveries: partners.reduce((sum, { endpoint }) => sum + endpoint.received.length, 0),
    faults: world.faults.counts,
    violations,
    digest: world.trace.digest(),
    events: world.trace.lines,
    tail: world.trace.tail(),
  };
}

function evidenceOf(world: SimulatedWorld, partners: readonly SimulatedPartner[]): Evidence {
  return {
    items: world.cloud.table.items(),
    orders: partners.flatMap(({ orders }) => orders),
    contradictions: partners.flatMap(({ contradictions }) => contradictions),
    sent: partners.flatMap(({ endpoint }) => endpoint.sent),
    received: partners.flatMap(({ endpoint, secrets }) => endpoint.received.map((post) => ({ ...post, secrets }))),
    refunds: world.refunds.paid,
    givenUp: world.givenUp,
    log: world.log,
    nowMs: world.scheduler.nowMs,
  };
}

async function setUp(world: SimulatedWorld, partners: SimulatedPartner[]): Promise<void> {
  world.cloud.startSchedules();
  for (let number = 1; number <= PARTNERS; number += 1) {
    const partner = new SimulatedPartner(world, await world.newPartner(`Partner ${number}`), number);
    partners.push(partner);
    await partner.setUp(USERS);
  }
}

/** All work has ended if nothing is due within this time, in ms. It is longer than any delay between two attempts. */
const REST_MS = 1_800_000;
const LOOK_MS = 60_000;

/** Runs events until no work remains. The invariants find work that remains after the time limit. */
async function settle(world: SimulatedWorld): Promise<void> {
  const { scheduler, cloud } = world;
  const endMs = scheduler.nowMs + SETTLE_MS;
  const isAtRest = () => cloud.unfinished === 0 && !cloud.table.hasDue(scheduler.nowMs + REST_MS);
  while (scheduler.nowMs < endMs && !isAtRest()) await world.runUntil(() => false, scheduler.nowMs + LOOK_MS);
}

/** Runs events until a promise settles. @throws Error after the time limit */
async function finish(world: SimulatedWorld, work: Promise<unknown>, withinMs: number): Promise<void> {
  let isDone = false;
  let failure: unknown;
  work.then(
    () => {
      isDone = true;
    },
    (error: unknown) => {
      isDone = true;
      failure = error;
    },
  );
  if (!(await world.runUntil(() => isDone, world.scheduler.nowMs + withinMs)))
    throw new Error('Work did not end in time');
  if (failure !== undefined) throw failure;
}
