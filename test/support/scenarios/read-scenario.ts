import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EndpointRow } from '#shared/api/endpoints';
import type { Scenario } from '#shared/http/scenario';

const FUNCTIONS = resolve(import.meta.dirname, '../../../functions');

/** Reads the scenario beside an endpoint, with its defaults. @throws Error where there is none */
export async function readScenario({ folder, method, scope }: EndpointRow): Promise<Scenario> {
  const file = pathToFileURL(resolve(FUNCTIONS, folder, 'scenario.ts'));
  const { scenario }: { readonly scenario?: Scenario } = await import(file.href);
  if (scenario === undefined) throw new Error(`functions/${folder}/scenario.ts exports no scenario`);
  return scope === 'partner' ? { roundTrips: method === 'GET' ? 2 : 3, ...scenario } : scenario;
}
