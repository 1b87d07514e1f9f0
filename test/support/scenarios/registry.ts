/** Scenario of each endpoint, by operation id. */
import { type EndpointRow, endpoints } from '#shared/contract/endpoints';
import { catalogue } from '#test/scenarios/catalogue';
import { orders } from '#test/scenarios/orders';
import { pages } from '#test/scenarios/pages';
import { partner } from '#test/scenarios/partner';
import { providers } from '#test/scenarios/providers';
import { receivers } from '#test/scenarios/receivers';
import { sandbox } from '#test/scenarios/sandbox';
import { transactions } from '#test/scenarios/transactions';
import { users } from '#test/scenarios/users';
import { verification } from '#test/scenarios/verification';
import { webhooks } from '#test/scenarios/webhooks';
import type { Scenario, Scenarios } from './scenario';

const tables: Scenarios = {
  ...orders,
  ...pages,
  ...partner,
  ...providers,
  ...catalogue,
  ...receivers,
  ...sandbox,
  ...transactions,
  ...users,
  ...verification,
  ...webhooks,
};

/** Scenarios in the order of the endpoint table. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  endpoints.map((row): [string, Scenario] => [row.id, withDefaults(row)]),
);

/** Returns the scenario of an endpoint with default values. @throws Error if the endpoint has no scenario */
function withDefaults({ id, method, scope }: EndpointRow): Scenario {
  const scenario = tables[id];
  if (scenario === undefined) throw new Error(`test/scenarios has no scenario of ${id}`);
  return scope === 'partner' ? { roundTrips: method === 'GET' ? 2 : 3, ...scenario } : scenario;
}

/** Returns a scenario. @throws Error if the operation is not in the endpoint table */
export function scenarioFor(id: string): Scenario {
  const scenario = scenarios.get(id);
  if (scenario === undefined) throw new Error(`${id} is not in the endpoint table`);
  return scenario;
}

/** Returns a row of the endpoint table. @throws Error if the operation is not in the table */
export function rowFor(id: string): EndpointRow {
  const row = endpoints.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`${id} is not in the endpoint table`);
  return row;
}
