/** A run in which a Region is lost or left: partners trade in the first, then in the second, and what is left is inspected. */
import { functionCode } from '#test/simulation/functions/function-code';
import type { SimulatedPartner } from '#test/simulation/partners/partner';
import { evidenceOf, finish, settle, setUp } from '#test/simulation/run';
import { REGION_NAMES, SimulatedWorld } from '#test/simulation/world';
import type { FailoverControl } from './controls';
import { failoverViolations } from './invariants';
import { RegionOperator } from './operator';
import { Replication } from './replication';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const [FIRST, SECOND] = REGION_NAMES;

export interface FailoverOptions {
  readonly seed: number;
  /** For how long partners trade before and after, in hours. */
  readonly hours: number;
  /** True where the first Region is left in order, and not lost. */
  readonly isPlanned: boolean;
  readonly control?: FailoverControl | undefined;
}

export interface FailoverResult {
  readonly violations: readonly string[];
  /** Acknowledged creations. */
  readonly orders: number;
  /** Of those, the ones that did not arrive. */
  readonly lost: number;
  /** Findings of the check, by kind. */
  readonly findings: Readonly<Record<string, number>>;
  /** Payouts and orders in doubt that the operator went on with. */
  readonly resolved: number;
  /** Payouts, conversions and refunds that providers took. */
  readonly ordered: number;
  readonly digest: string;
}

export async function runFailover({ seed, hours, isPlanned, control }: FailoverOptions): Promise<FailoverResult> {
  let replication: Replication | undefined;
  const world = new SimulatedWorld({ seed, replicate: (change) => replication?.add(change) }, await functionCode(true));
  const { scheduler, chance } = world;
  const link = new Replication(scheduler, chance.fork(), () => world.region(SECOND).cloud.table);
  replication = link;
  const operator = new RegionOperator(world, control);
  const partners: SimulatedPartner[] = [];
  const pass = (ms: number) => world.runUntil(() => false, scheduler.nowMs + ms);
  const violations: string[] = [];
  let lost = 0;
  try {
    await finish(world, setUp(world, partners), HOUR_MS);
    const trading = Promise.all(partners.map((partner) => partner.trade()));
    world.startWeather();
    await pass(hours * HOUR_MS + chance.between(0, 20 * MINUTE_MS));
    if (isPlanned) await leave(world, link);
    else await lose(world, link, pass);
    await finish(world, operator.fence(isPlanned ? 'FROZEN' : 'DENIED', isPlanned), HOUR_MS);
    await finish(world, operator.promote(partners.map(({ keys }) => keys.partnerId)), 6 * HOUR_MS);
    world.open(SECOND);
    void world.invoke(SECOND, 'sweepOverdue', () => ({ rebuild: true }));
    const watching = operator.watch();
    if (control === 'promoted-early') await pass(5 * MINUTE_MS);
    link.cut();
    if (control !== 'no-fence') world.region(FIRST).state = 'STOPPED';
    await pass(hours * HOUR_MS);
    for (const partner of partners) partner.end();
    world.endWeather();
    await finish(world, trading, 3 * HOUR_MS);
    // Refunds are ordered an hour after they are owed.
    await pass(3 * HOUR_MS);
    await settle(world);
    await finish(world, Promise.all(partners.map((partner) => partner.replayAll())), 3 * HOUR_MS);
    await pass(2 * HOUR_MS);
    operator.end();
    await finish(world, watching, HOUR_MS);
    const evidence = evidenceOf(world, partners);
    const inspected = failoverViolations({ evidence, world, link, operator, isPlanned });
    violations.push(...inspected.violations);
    lost = inspected.lost;
  } catch (error) {
    if (process.env.DEBUG_LOG) for (const l of world.log.filter((x) => !x.includes("\"info\"") && !x.includes("redriven")).slice(-12)) console.log(l.slice(0,600)); if (process.env.DEBUG_LOG) console.log(JSON.stringify(world.cloud.table.items().filter((i) => i.entity==="KYC")).slice(0,900));
    violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const findings: Record<string, number> = {};
  for (const { kind } of operator.findings) findings[kind] = (findings[kind] ?? 0) + 1;
  const made = partners.flatMap(({ orders }) => orders).filter(({ acknowledged }) => acknowledged?.status === 201);
  const ordered = world.orders.orderedFrom.size + world.refunds.orderedFrom.size;
  return {
    violations,
    orders: made.length,
    lost,
    findings,
    resolved: operator.resolved,
    ordered,
    digest: world.trace.digest(),
  };
}

/** The link fails while the Region still works; then nothing arrives any more, and it works on for a while. */
async function lose(world: SimulatedWorld, link: Replication, pass: (ms: number) => Promise<unknown>): Promise<void> {
  link.fail();
  await pass(world.chance.between(10_000, 3 * MINUTE_MS));
  link.cut();
  await pass(world.chance.between(0, 10 * MINUTE_MS));
}

/** The Region is frozen, and everything that it wrote arrives. */
async function leave(world: SimulatedWorld, link: Replication): Promise<void> {
  const { scheduler } = world;
  world.region(FIRST).state = 'STOPPED';
  await world.runUntil(() => false, scheduler.nowMs + MINUTE_MS);
  await world.runUntil(() => link.size === 0, scheduler.nowMs + HOUR_MS);
}
