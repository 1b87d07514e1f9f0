/** Freezes and thaws a stage. The order of the switches ensures that no confirmed write is lost. */

import { setTimeout as sleep } from 'node:timers/promises';
import { errorSentence, OperationFailed } from '#ops/errors';
import type { Route, StageSwitches, Switch, SwitchState } from './switches';

// `probeRoutes` sends requests without an API key, which change nothing. They show whether a route accepts requests.

const TOO_MANY_REQUESTS = 429;
/** Time limit of one request, ms. */
const TIMEOUT_MS = 20_000;
/** Calls at once. */
const AT_ONCE = 8;

/**
 * `open`: the gateway accepted the request. `refused`: the gateway returned 429. `hidden`: the firewall returned 429, so the
 * gateway's state is unknown.
 */
type RouteState = 'open' | 'refused' | 'hidden';

interface ProbedRoute extends Route {
  readonly state: RouteState;
}

/** Sends a request to each route. @throws OperationFailed without a response */
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

/** @throws OperationFailed without a response, because the state of the route is then unknown */
async function stateOf(baseUrl: string, { method, path }: Route): Promise<RouteState> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${baseUrl}${path}`, { method, redirect: 'manual', signal });
    await response.body?.cancel();
    if (response.status !== TOO_MANY_REQUESTS) return 'open';
    // The gateway's responses contain a request id; the firewall's responses cannot contain one.
    return response.headers.has('x-request-id') ? 'refused' : 'hidden';
  } catch (error) {
    throw new OperationFailed(
      `${method} ${baseUrl}${path} does not respond, so it is unknown whether the route is frozen.`,
      {
        cause: error,
      },
    );
  }
}

/** Pauses between checks, and the time limit of a change (`limitMs`). */
interface Patience {
  readonly pollMs: number;
  /** Pause between two requests to a route, ms. With 30 s, all requests stay below the firewall's lowest limit per IP address. */
  readonly probeMs: number;
  readonly limitMs: number;
}

const MINUTES: Patience = { pollMs: 2000, probeMs: 30_000, limitMs: 300_000 };

type SwitchReport = Pick<Switch, 'kind' | 'name'> & { readonly state: SwitchState };

interface FreezeOptions {
  /** Receives progress messages. */
  readonly tell: (line: string) => void;
  /** @default two seconds between checks of a switch, 30 seconds between requests to a route, and five minutes for a change */
  readonly patience?: Patience;
}

export async function reportSwitches({ switches }: Pick<StageSwitches, 'switches'>): Promise<SwitchReport[]> {
  return Promise.all(switches.map(async (one) => ({ kind: one.kind, name: one.name, state: await one.state() })));
}

/** Returns the state of all switches together, without the switch for deployments. */
export function stageState(reports: readonly SwitchReport[]): 'open' | 'frozen' | 'partly' {
  const states = new Set(reports.filter(({ kind }) => kind !== 'deployments').map(({ state }) => state));
  const [only] = states;
  return states.size === 1 && (only === 'open' || only === 'frozen') ? only : 'partly';
}

/**
 * Freezes a stage and waits until no work is in progress. A repeated run continues after an interruption.
 * @returns the restore point, epoch ms: a table restored to this time, or to a later time before the thaw, is complete
 * @throws OperationFailed if a switch stays open or a deployment is in progress; frozen switches stay frozen
 */
export async function freezeStage(stage: StageSwitches, { tell, patience = MINUTES }: FreezeOptions): Promise<number> {
  const { deployments, others } = byWork(stage);
  const readers = others.filter(({ kind }) => kind === 'stream');
  const writers = others.filter((one) => !readers.includes(one));
  const freeze = async (switches: readonly Switch[]) => {
    const failures = await changeAll(switches, patience, (one) => one.freeze());
    if (failures.length > 0) throw new OperationFailed(`Not everything could be frozen. ${failures.join(' ')}`);
  };
  // First freeze everything except the stream readers, so that no new work starts.
  await freeze([...deployments, ...writers]);
  tell('Waiting until the gateway, mappings and schedules are frozen.');
  await expectAll('frozen', writers, patience);
  await expectRoutes('refused', stage, patience);
  // A restored table has a new stream. Therefore the stream readers must process the whole old stream before they are frozen.
  await stage.drained(tell);
  await freeze(readers);
  await expectAll('frozen', readers, patience);
  if (readers.length > 0) await stage.streamDrained(tell);
  // Check again, because a deployment may have opened a switch.
  await expectAll('frozen', others, patience);
  await expectRoutes('refused', stage, patience);
  for (const one of deployments)
    if ((await one.state()) === 'changing')
      throw new OperationFailed('Frozen, but a deployment is in progress: run the command again after the deployment.');
  return Date.now();
}

/**
 * Allows deployments to a frozen stage, so that an operator can deploy with `frozen=true`.
 * @throws OperationFailed if another switch is not frozen
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

/** Separates the switch for deployments from the other switches. */
function byWork({ switches }: StageSwitches): Readonly<Record<'deployments' | 'others', readonly Switch[]>> {
  const isDeployment = ({ kind }: Switch) => kind === 'deployments';
  return { deployments: switches.filter(isDeployment), others: switches.filter((one) => !isDeployment(one)) };
}

/**
 * Opens a stage, the API last. Allows deployments even after a failure, because a deployment may fix the failure.
 * @throws OperationFailed if a switch stays frozen
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

/** Changes every switch, also after failures. @returns one sentence per failure */
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

/** Retries a change while AWS reports an earlier change in progress. */
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
  throw new OperationFailed(`Not ${wanted}: ${names.join(', ')}. Run the command again.`);
}

/** Error sentence for routes that did not reach the expected state, by their current state. */
const LEFT: Readonly<Record<RouteState, string>> = {
  open: 'The API still accepts requests',
  refused: 'The API still refuses requests',
  hidden: 'The firewall refuses this IP address, so the state of the API is unknown',
};

/**
 * Sends requests until all routes are in the expected state. A route in the expected state gets no further request.
 * @throws OperationFailed if a route is in another state at the time limit
 */
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
  throw new OperationFailed(`${LEFT[first.state]}: ${first.method} ${first.path}${more}. Run the command again.`);
}

/** Repeats a search until it returns nothing or the time limit is over. @returns the last findings */
async function repeatedly<T>(
  { pollMs, limitMs }: Pick<Patience, 'pollMs' | 'limitMs'>,
  find: () => Promise<T[]>,
): Promise<T[]> {
  const end = Date.now() + limitMs;
  let found = await find();
  for (; found.length > 0 && Date.now() < end; found = await find()) await sleep(pollMs);
  return found;
}
