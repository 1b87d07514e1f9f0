/** Runs the examples of the documentation as one sequence on a running stack. Scenarios determine the order. */

import { docsFor, endpointDocs } from '#docs/endpoint-docs';
import { type ApiClient, type ApiResponse, until } from '#local/partner/api-client';
import type { Receiver } from '#local/partner/webhook-receiver';
import type { Fields } from '#test/support/scenarios/scenario';
import type { ExampleValues } from './example-values';
import { rowFor, scenarioFor } from './registry';
import { states } from './states';

interface StoryRun {
  readonly partner: ApiClient;
  readonly receiver: Receiver;
  readonly values: ExampleValues;
}

const FIRST = 'updateWebhookSettings';
/**
 * All resources exist after this example. The examples without `after` follow it, and then the examples that delete resources.
 */
const EVERYTHING_EXISTS = 'getWalletBalances';

const placeOf = (id: string) => scenarioFor(id).example?.after;
const ids = [...endpointDocs.keys()].filter((id) => id !== FIRST);

/** Returns an example and the following ones. */
function from(id: string): string[] {
  const withoutPlace = id === EVERYTHING_EXISTS ? ids.filter((one) => placeOf(one) === undefined) : [];
  return [id, ...[...withoutPlace, ...ids.filter((one) => placeOf(one) === id)].flatMap(from)];
}

/** Operations in the order of their examples. */
export const story: readonly string[] = from(FIRST);

/** If the scenario contains `again`, sends the example of that operation. Then calls `prepare` until it returns true. */
export async function awaitExample(id: string, run: StoryRun): Promise<void> {
  const { again, prepare } = scenarioFor(id).example ?? {};
  if (again !== undefined) await sendExample(again, run);
  if (prepare === undefined) return;
  const heldCrossRamp = async () => (await states.heldCrossRamp?.(run))?.id ?? '';
  await until(() => prepare({ ...run, heldCrossRamp }));
}

/**
 * Sends the example of an operation with the values of this run. @param instead query or body that replaces that of the example
 */
export function sendExample(
  id: string,
  { partner, values }: Omit<StoryRun, 'receiver'>,
  instead: { readonly query?: Fields; readonly body?: unknown } = {},
): Promise<ApiResponse> {
  const row = rowFor(id);
  const { path = {}, query = {}, headers = {}, body } = { ...docsFor(id).example, ...instead };
  const filled = row.path.replace(/\{(\w+)\}/g, (_, name: string) => values.apply(path[name] ?? name));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(values.apply(value)));
  return partner.send(row.method, `${filled}?${search}`, values.apply(body), { headers });
}
