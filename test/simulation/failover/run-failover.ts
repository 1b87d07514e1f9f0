/** A run in which a Region is lost or left: partners trade in the first, then in the second, and what is left is inspected. */
import { functionCode } from '#test/simulation/functions/function-code';
import type { SimulatedPartner } from '#test/simulation/partners/partner';
import { evidenceOf, finish, settle, setUp } from '#test/simulation/run';
import { REGION_NAMES, SimulatedWorld } from '#test/simulation/world';
import type { FailoverControl } from './controls';
import { type Inspected, inspectFailover, promotedViolations } from './invariants';
import { RegionOperator } from './operator';
import { Replication } from './replication';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The moment of the loss differs between seeds by up to so much. */
const SPREAD_MS = 10 * MINUTE_MS;
const [FIRST, SECOND] = REGION_NAMES;

export interface FailoverOptions {
  readonly seed: number;
  /** For how long partners trade before and after, in minutes. */
  readonly minutes: number;
  /** True where the first Region is left in order, and not lost. */
  readonly isPlanned: boolean;
  readonly control?: FailoverControl | undefined;
}

export interface FailoverResult extends Inspected {
  readonly seed: number;
  readonly isPlanned: boolean;
  /** Creations that were acknowledged. */
  readonly orders: number;
  /** From the beginning until nothing arrived any more, ms of virtual time. */
  readonly cutMs: number;
  /** Age of the oldest change that is lost, at the cut, ms. */
  readonly recoveryPointMs: number;
  /** From the fence until the other Region wrote, ms of virtual time. */
  readonly switchMs: number;
  /** Items of which a state is lost. */
  readonly lostItems: number;
  /** Findings of the check, by kind. */
  readonly findings: Readonly<Record<string, number>>;
  /** Payouts and orders that were held, since the first Region may have ordered them. */
  readonly held: number;
  /** Payouts, conversions and refunds that providers took. */
  readonly ordered: number;
  readonly digest: string;
}

const NOTHING: Inspected = { violations: [], doubles: 0, lost: [] };

export async function runFailover({ seed, minutes, isPlanned, control }: FailoverOptions): Promise<FailoverResult> {
  let replication: Replication | undefined;
  const world = new SimulatedWorld({ seed, replicate: (change) => replication?.add(change) }, await functionCode(true));
  const { scheduler, chance } = world;
  const link = new Replication(scheduler, chance.fork(), () => world.region(SECOND).cloud.table);
  replication = link;
  const operator = new RegionOperator(world, control);
  const partners: SimulatedPartner[] = [];
  const pass = (ms: number) => world.runUntil(() => false, scheduler.nowMs + ms);
  const startedAtMs = scheduler.nowMs;
  let [inspected, switchMs] = [NOTHING, 0];
  try {
    await finish(world, setUp(world, partners), HOUR_MS);
    const trading = Promise.all(partners.map((partner) => partner.trade()));
    world.startWeather();
    await pass(minutes * MINUTE_MS + chance.between(0, SPREAD_MS));
    if (isPlanned) await leave(world, link);
    else await lose(world, link, pass, control !== 'promoted-early');
    const fencedAtMs = scheduler.nowMs;
    await finish(world, operator.fence(isPlanned ? 'FROZEN' : 'DENIED', isPlanned), HOUR_MS);
    await finish(world, operator.promote(partners.map(({ keys }) => keys.partnerId)), 6 * HOUR_MS);
    switchMs = scheduler.nowMs - fencedAtMs;
    world.open(SECOND);
    const run = () => ({ evidence: evidenceOf(world, partners), world, link, operator, isPlanned });
    const atOnce = promotedViolations(run());
    if (atOnce.length > 0) throw new Error(atOnce.join('\n'));
    void world.invoke(SECOND, 'sweepOverdue', () => ({ rebuild: true }));
    const watching = operator.watch();
    if (control === 'promoted-early') await pass(5 * MINUTE_MS);
    link.cut();
    if (control !== 'no-fence') world.region(FIRST).state = 'STOPPED';
    await pass(minutes * MINUTE_MS);
    for (const partner of partners) partner.end();
    world.endWeather();
    await finish(world, trading, 3 * HOUR_MS);
    await rest(world);
    // A repeat makes again what was lost.
    await finish(world, Promise.all(partners.map((partner) => partner.replayAll())), 3 * HOUR_MS);
    await rest(world);
    operator.end();
    await finish(world, watching, HOUR_MS);
    inspected = inspectFailover(run());
  } catch (error) {
    inspected = { ...NOTHING, violations: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
  const findings: Record<string, number> = {};
  for (const { kind } of operator.findings) findings[kind] = (findings[kind] ?? 0) + 1;
  const made = partners.flatMap(({ orders }) => orders).filter(({ acknowledged }) => acknowledged?.status === 201);
  return {
    ...inspected,
    ...{ seed, isPlanned, findings, switchMs },
    orders: made.length,
    cutMs: link.cutAtMs - startedAtMs,
    recoveryPointMs: link.cutAtMs - link.recoveryPointMs,
    lostItems: link.lost.size,
    held: operator.resolved,
    ordered: world.orders.orderedFrom.size + world.refunds.orderedFrom.size,
    digest: world.trace.digest(),
  };
}

/** Has everything end. Refunds are ordered an hour after they are owed. */
async function rest(world: SimulatedWorld): Promise<void> {
  await world.runUntil(() => false, world.scheduler.nowMs + 3 * HOUR_MS);
  await settle(world);
}

/** The link fails while the Region still works; then, where it is cut, nothing arrives any more, and the Region works on for a while. */
async function lose(
  world: SimulatedWorld,
  link: Replication,
  pass: (ms: number) => Promise<unknown>,
  isCut: boolean,
): Promise<void> {
  link.fail();
  await pass(world.chance.between(10_000, 3 * MINUTE_MS));
  if (!isCut) return;
  link.cut();
  await pass(world.chance.between(0, 10 * MINUTE_MS));
}

/** The Region is frozen: what runs comes to its end, and everything that it wrote arrives. */
async function leave(world: SimulatedWorld, link: Replication): Promise<void> {
  const { scheduler } = world;
  world.region(FIRST).state = 'FROZEN';
  await world.runUntil(() => false, scheduler.nowMs + MINUTE_MS);
  world.region(FIRST).state = 'STOPPED';
  await world.runUntil(() => link.size === 0, scheduler.nowMs + HOUR_MS);
}
