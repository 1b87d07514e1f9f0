/** The scenario beside each endpoint, by operation id. */
import { type EndpointRow, endpoints } from '#shared/api/endpoints';
import type { Scenario } from '#shared/http/scenario';
import { readScenario } from './read-scenario';

/** In the order of the endpoint table. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  await Promise.all(endpoints.map(async (row): Promise<[string, Scenario]> => [row.id, await readScenario(row)])),
);

/** @throws Error for an operation that is not in the endpoint table */
export function scenarioFor(id: string): Scenario {
  const scenario = scenarios.get(id);
  if (scenario === undefined) throw new Error(`${id} is not in the endpoint table`);
  return scenario;
}

/** @throws Error for an operation that is not in the endpoint table */
export function rowFor(id: string): EndpointRow {
  const row = endpoints.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`${id} is not in the endpoint table`);
  return row;
}
