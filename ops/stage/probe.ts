/** Calls of the API without a key, which change nothing: whether a route lets a request through. */
import { OperationFailed } from '#ops/errors';
import type { Route, StageSwitches } from './switches';

const TOO_MANY_REQUESTS = 429;
/** Of one call, ms. */
const TIMEOUT_MS = 20_000;
/** Calls at once. */
const AT_ONCE = 8;

/** The routes that let a request through. */
export async function openRoutes(stage: Pick<StageSwitches, 'baseUrl' | 'routes'>): Promise<Route[]> {
  const statuses = await statusByRoute(stage);
  return stage.routes.filter((route) => statuses.get(route) !== TOO_MANY_REQUESTS);
}

/** The routes that refuse a request because there are too many. */
export async function refusingRoutes(stage: Pick<StageSwitches, 'baseUrl' | 'routes'>): Promise<Route[]> {
  const statuses = await statusByRoute(stage);
  return stage.routes.filter((route) => statuses.get(route) === TOO_MANY_REQUESTS);
}

async function statusByRoute({ baseUrl, routes }: Pick<StageSwitches, 'baseUrl' | 'routes'>) {
  const statuses = new Map<Route, number>();
  const left = [...routes];
  const work = async () => {
    for (let route = left.pop(); route !== undefined; route = left.pop())
      statuses.set(route, await status(baseUrl, route));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return statuses;
}

/** @throws OperationFailed when nothing answers: a route that cannot be reached is not known to be closed */
async function status(baseUrl: string, { method, path }: Route): Promise<number> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${baseUrl}${path}`, { method, redirect: 'manual', signal });
    await answer.body?.cancel();
    return answer.status;
  } catch (error) {
    throw new OperationFailed(`${method} ${baseUrl}${path} does not answer, so it is not known whether it is frozen.`, {
      cause: error,
    });
  }
}
