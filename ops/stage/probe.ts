/** Calls of the API without a key, which change nothing: they show if a route lets a request through. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OperationFailed } from '#ops/errors';
import type { Route, StageSwitches } from './switches';

const TOO_MANY_REQUESTS = 429;
/** Limit of one call, ms. */
const TIMEOUT_MS = 20_000;
/** Calls at once. */
const AT_ONCE = 8;
/** Calls in a window: below the lowest rate of the firewall for one address, 300 (`infra/config/limits.ts`). */
const CALLS_PER_WINDOW = 240;
/** The firewall's window, ms (`infra/constructs/firewall.ts`). Refused requests count too. */
const WINDOW_MS = 60_000;

/** The present and pauses, in ms. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

export const systemClock: Clock = { now: Date.now, sleep };

/** `open`: the gateway let the call through. `refused`: the gateway's 429. `hidden`: the firewall's 429 hid the gateway. */
export type RouteState = 'open' | 'refused' | 'hidden';

/** A route and the state that a call found it in. */
export interface ProbedRoute extends Route {
  readonly state: RouteState;
}

export type Probe = (routes: readonly Route[]) => Promise<ProbedRoute[]>;

/**
 * Builds the probe of a freeze or a thaw. All its calls together stay below the firewall's rate for one address, and a
 * refusal by the firewall is waited out before the next call.
 * @throws OperationFailed (the probe) when nothing answers
 */
export function routeProbe({ baseUrl }: Pick<StageSwitches, 'baseUrl'>, clock: Clock = systemClock): Probe {
  const sentMs: number[] = [];
  let blockedUntilMs = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const takeTurn = async () => {
    const oldestMs = sentMs.length < CALLS_PER_WINDOW ? undefined : sentMs.shift();
    const waitMs = () => Math.max(blockedUntilMs, (oldestMs ?? Number.NEGATIVE_INFINITY) + WINDOW_MS) - clock.now();
    for (let left = waitMs(); left > 0; left = waitMs()) await clock.sleep(left);
    sentMs.push(clock.now());
  };

  const probeRoute = async (route: Route): Promise<ProbedRoute> => {
    queue = queue.then(takeTurn);
    await queue;
    const sentAtMs = clock.now();
    const { status, headers } = await call(baseUrl, route);
    if (status !== TOO_MANY_REQUESTS) return { ...route, state: 'open' };
    // Answers of the gateway have a request id, which the firewall in front of it cannot give.
    if (headers.has('x-request-id')) return { ...route, state: 'refused' };
    const retryAfterS = Number(headers.get('retry-after'));
    blockedUntilMs = Math.max(blockedUntilMs, sentAtMs + (retryAfterS > 0 ? retryAfterS * 1000 : WINDOW_MS));
    return { ...route, state: 'hidden' };
  };

  return async (routes) => {
    const left = [...routes];
    const probed: ProbedRoute[] = [];
    const work = async () => {
      for (let route = left.shift(); route !== undefined; route = left.shift()) probed.push(await probeRoute(route));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return probed;
  };
}

/** @throws OperationFailed when nothing answers: a route that cannot be reached is not known to be closed */
async function call(baseUrl: string, { method, path }: Route): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${baseUrl}${path}`, { method, redirect: 'manual', signal });
    await answer.body?.cancel();
    return answer;
  } catch (error) {
    throw new OperationFailed(`${method} ${baseUrl}${path} does not answer, so it is not known whether it is frozen.`, {
      cause: error,
    });
  }
}
