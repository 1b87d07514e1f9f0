/** The examples of the documentation as one story on a running stack, each when its scenario says. */

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
/** The last example while everything exists: those without a separate place follow it, and then the first deletion. */
const EVERYTHING_EXISTS = 'getWalletBalances';

const placeOf = (id: string) => scenarioFor(id).example?.after;
const ids = [...endpointDocs.keys()].filter((id) => id !== FIRST);

/** Returns an example and the ones after it. */
function from(id: string): string[] {
  const withoutPlace = id === EVERYTHING_EXISTS ? ids.filter((one) => placeOf(one) === undefined) : [];
  return [id, ...[...withoutPlace, ...ids.filter((one) => placeOf(one) === id)].flatMap(from)];
}

/** The operations in the order of their examples. */
export const story: readonly string[] = from(FIRST);

/** Waits for the prerequisites of an example. */
export async function awaitExample(id: string, run: StoryRun): Promise<void> {
  const { again, prepare } = scenarioFor(id).example ?? {};
  if (again !== undefined) await sendExample(again, run);
  if (prepare === undefined) return;
  const heldCrossRamp = async () => (await states.heldCrossRamp?.(run))?.id ?? '';
  await until(() => prepare({ ...run, heldCrossRamp }));
}

/** Sends the example of an operation, with this run's values. @param instead parts that replace the example's */
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
