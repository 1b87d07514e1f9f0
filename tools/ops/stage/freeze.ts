/** Freezing and thawing a stage, in an order in which nothing is acknowledged that is lost afterwards. */

import { setTimeout as sleep } from 'node:timers/promises';
import { errorSentence, OperationFailed } from '#ops/errors';
import type { Route, StageSwitches, Switch, SwitchState } from './switches';

// Calls of the API without a key, which change nothing: they show if a route lets a request through.

const TOO_MANY_REQUESTS = 429;
/** Limit of one call, ms. */
const TIMEOUT_MS = 20_000;
/** Calls at once. */
const AT_ONCE = 8;

/** `open`: the gateway let the call through. `refused`: the gateway's 429. `hidden`: the firewall's 429 hid the gateway. */
type RouteState = 'open' | 'refused' | 'hidden';

/** A route and the state that a call found it in. */
interface ProbedRoute extends Route {
  readonly state: RouteState;
}

/** Calls routes of the API. @throws OperationFailed if nothing responds */
async function probeRoutes(baseUrl: string, routes: readonly Route[]): Promise<ProbedRoute[]> {
  const left = [...routes];
  const probed: ProbedRoute[] = [];
  const work = async () => {
    for (let route = left.shift(); route !== undefined; route = left.shift())
      probed.push({ ...route, state: await stateOf(baseUrl, route) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return probed;
}

/** @throws OperationFailed if nothing responds: a route that cannot be reached is not known to be closed */
async function stateOf(baseUrl: string, { method, path }: Route): Promise<RouteState> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${baseUrl}${path}`, { method, redirect: 'manual', signal });
    await response.body?.cancel();
    if (response.status !== TOO_MANY_REQUESTS) return 'open';
    // Responses of the gateway have a request id, which the firewall in front of it cannot give.
    return response.headers.has('x-request-id') ? 'refused' : 'hidden';
  } catch (error) {
    throw new OperationFailed(
      `${method} ${baseUrl}${path} does not respond, so it is not known whether it is frozen.`,
      {
        cause: error,
      },
    );
  }
}

/** Time for mappings to change, and for the gateway to follow its settings. */
interface Patience {
  readonly pollMs: number;
  /** Time between two calls of the same route. Twice all routes in a minute stay below the lowest rate of the firewall for an address. */
  readonly probeMs: number;
  readonly limitMs: number;
}

const MINUTES: Patience = { pollMs: 2000, probeMs: 30_000, limitMs: 300_000 };

/** State of a switch, for reports. */
type SwitchReport = Pick<Switch, 'kind' | 'name'> & { readonly state: SwitchState };

interface FreezeOptions {
  /** Takes a line on how far it is. */
  readonly tell: (line: string) => void;
  /** @default two seconds between two looks, half a minute between two calls of a route, and five minutes for a change */
  readonly patience?: Patience;
}

export async function reportSwitches({ switches }: Pick<StageSwitches, 'switches'>): Promise<SwitchReport[]> {
  return Promise.all(switches.map(async (one) => ({ kind: one.kind, name: one.name, state: await one.state() })));
}

/** The state of all switches together; deployments are no work of the stage. */
export function stageState(reports: readonly SwitchReport[]): 'open' | 'frozen' | 'partly' {
  const states = new Set(reports.filter(({ kind }) => kind !== 'deployments').map(({ state }) => state));
  const [only] = states;
  return states.size === 1 && (only === 'open' || only === 'frozen') ? only : 'partly';
}

/**
 * Freezes a stage, and returns once nothing is in work any more: whatever was acknowledged until then is in the table.
 * Run again after it was ended in the middle, it goes on from there.
 *
 * @returns the restore point, epoch ms: a table restored to it, or to any later time of the freeze, has everything
 * @throws OperationFailed when something stays open; what could be frozen is
 */
export async function freezeStage(stage: StageSwitches, { tell, patience = MINUTES }: FreezeOptions): Promise<number> {
  const { deployments, others } = byWork(stage);
  const readers = others.filter(({ kind }) => kind === 'stream');
  const writers = others.filter((one) => !readers.includes(one));
  const freeze = async (switches: readonly Switch[]) => {
    const failures = await changeAll(switches, patience, (one) => one.freeze());
    if (failures.length > 0) throw new OperationFailed(`Not everything could be frozen. ${failures.join(' ')}`);
  };
  // In this order: requests first, because refused requests leave no work.
  await freeze([...deployments, ...writers]);
  tell('Waiting until the gateway and the mappings have followed.');
  await expectAll('frozen', writers, patience);
  await expectRoutes('refused', stage, patience);
  // A restored table has another stream: records of the old stream that the readers have not read by then are lost to them.
  await stage.drained(tell);
  await freeze(readers);
  await expectAll('frozen', readers, patience);
  if (readers.length > 0) await stage.streamDrained(tell);
  // Once more, since a deployment may have opened something.
  await expectAll('frozen', others, patience);
  await expectRoutes('refused', stage, patience);
  for (const one of deployments)
    if ((await one.state()) === 'changing')
      throw new OperationFailed('All is frozen, but a deployment is in progress: run this again once it has ended.');
  return Date.now();
}

/**
 * Lets deployments through to a stage that stays frozen otherwise: for the one that is frozen itself.
 * @throws OperationFailed when something is open
 */
export async function allowDeployment(stage: StageSwitches): Promise<void> {
  const { deployments } = byWork(stage);
  const others = (await reportSwitches(stage)).filter(
    ({ kind, state }) => kind !== 'deployments' && state !== 'frozen',
  );
  if (others.length > 0)
    throw new OperationFailed(`Not frozen: ${others.map(({ name }) => name).join(', ')}. Freeze the stage first.`);
  const failures = await changeAll(deployments, MINUTES, (one) => one.thaw());
  if (failures.length > 0) throw new OperationFailed(`Deployments are still refused. ${failures.join(' ')}`);
}

/** Separates the switch of deployments from the switches of work. */
function byWork({ switches }: StageSwitches): Readonly<Record<'deployments' | 'others', readonly Switch[]>> {
  const isDeployment = ({ kind }: Switch) => kind === 'deployments';
  return { deployments: switches.filter(isDeployment), others: switches.filter((one) => !isDeployment(one)) };
}

/**
 * Opens a stage as its template has it: first what works off what waits, then what takes requests. Deployments are let
 * through whatever fails before, since a deployment may be the remedy.
 * @throws OperationFailed when something stays frozen
 */
export async function thawStage(stage: StageSwitches, { tell, patience = MINUTES }: FreezeOptions): Promise<void> {
  const { deployments, others } = byWork(stage);
  const open = async (switches: readonly Switch[]) => {
    const failures = await changeAll(switches, patience, (one) => one.thaw());
    if (failures.length > 0) throw new OperationFailed(`Not everything could be opened. ${failures.join(' ')}`);
    await expectAll('open', switches, patience);
    for (const { name } of switches) tell(`Open: ${name}.`);
  };
  const openWork = async () => {
    await open(others.filter(({ kind }) => kind !== 'api'));
    await open(others.filter(({ kind }) => kind === 'api'));
    await expectRoutes('open', stage, patience);
  };
  const failures: string[] = [];
  for (const step of [openWork, () => open(deployments)])
    try {
      await step();
    } catch (error) {
      failures.push(errorSentence(error));
    }
  if (failures.length > 0) throw new OperationFailed(failures.join(' '));
}

/** Changes every switch, also after one fails. Returns the failures, a sentence each. */
async function changeAll(
  switches: readonly Switch[],
  patience: Patience,
  change: (one: Switch) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const one of switches)
    try {
      await whileBusy(() => change(one), patience);
    } catch (error) {
      failures.push(`${one.name}: ${errorSentence(error)}`);
    }
  return failures;
}

/** Repeats a change while AWS reports that an earlier one is in progress. */
async function whileBusy(change: () => Promise<void>, { pollMs, limitMs }: Patience): Promise<void> {
  for (const end = Date.now() + limitMs; ; await sleep(pollMs))
    try {
      return await change();
    } catch (error) {
      const isBusy = error instanceof Error && /^(ResourceInUse|ResourceConflict|Conflict)Exception$/.test(error.name);
      if (!isBusy || Date.now() > end) throw error;
    }
}

async function expectAll(wanted: 'open' | 'frozen', switches: readonly Switch[], patience: Patience): Promise<void> {
  const left = await repeatedly(patience, async () => {
    return (await reportSwitches({ switches })).filter(({ state }) => state !== wanted);
  });
  if (left.length === 0) return;
  const names = left.map(({ name, state }) => `${name} (${state})`);
  throw new OperationFailed(`Not ${wanted}: ${names.join(', ')}. Run this again.`);
}

/** Sentences on routes that did not come into the wanted state, by the state that they are in. */
const LEFT: Readonly<Record<RouteState, string>> = {
  open: 'Requests still get through',
  refused: 'Requests are still refused',
  hidden: 'The firewall refuses this address, so it is not known if requests get through',
};

/** Probes the routes until all are in the wanted state. A route that is needs no further call. @throws OperationFailed */
async function expectRoutes(
  wanted: 'open' | 'refused',
  { routes, baseUrl }: StageSwitches,
  { probeMs: pollMs, limitMs }: Patience,
): Promise<void> {
  let left: readonly Route[] = routes;
  const found = await repeatedly({ pollMs, limitMs }, async (): Promise<ProbedRoute[]> => {
    const others = (await probeRoutes(baseUrl, left)).filter(({ state }) => state !== wanted);
    left = others;
    return others;
  });
  const first = found.find(({ state }) => state !== 'hidden') ?? found[0];
  if (first === undefined) return;
  const more = found.length === 1 ? '' : ` and ${found.length - 1} more`;
  throw new OperationFailed(`${LEFT[first.state]}: ${first.method} ${first.path}${more}. Run this again.`);
}

/** Repeats a search until it finds nothing or the time is over. Returns the last findings. */
async function repeatedly<T>(
  { pollMs, limitMs }: Pick<Patience, 'pollMs' | 'limitMs'>,
  find: () => Promise<T[]>,
): Promise<T[]> {
  const end = Date.now() + limitMs;
  let found = await find();
  for (; found.length > 0 && Date.now() < end; found = await find()) await sleep(pollMs);
  return found;
}
