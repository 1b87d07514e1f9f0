/** Calls of the API without a key, which change nothing: they show if a route lets a request through. */
import { OperationFailed } from '#ops/errors';
import type { Route } from './switches';

const TOO_MANY_REQUESTS = 429;
/** Limit of one call, ms. */
const TIMEOUT_MS = 20_000;
/** Calls at once. */
const AT_ONCE = 8;

/** `open`: the gateway let the call through. `refused`: the gateway's 429. `hidden`: the firewall's 429 hid the gateway. */
export type RouteState = 'open' | 'refused' | 'hidden';

/** A route and the state that a call found it in. */
export interface ProbedRoute extends Route {
  readonly state: RouteState;
}

/** Calls routes of the API. @throws OperationFailed if nothing responds */
export async function probeRoutes(baseUrl: string, routes: readonly Route[]): Promise<ProbedRoute[]> {
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
    throw new OperationFailed(`${method} ${baseUrl}${path} does not answer, so it is not known whether it is frozen.`, {
      cause: error,
    });
  }
}
