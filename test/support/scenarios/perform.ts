/** Runs scenarios on a running stack: creates the prerequisites, sends the request, and collects the returned ids. */

import { endpointDocs } from '#docs/endpoint-docs';
import type { ApiResponse } from '#local/partner/api-client';
import { hiddenFields } from '#test/support/hidden-fields';
import type { Fields, Ids, Scenario } from '#test/support/scenarios/scenario';
import { signedCallback } from '#test/support/servers/loopback-provider';
import { isId } from './example-values';
import { rowFor, scenarioFor } from './registry';
import { type Stage, states } from './states';

/** A request with specific ids. */
export interface Call {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly pathIds: Ids;
  readonly query: Fields;
  readonly body: Fields | undefined;
}

/** Builds the request of an operation. @param ids ids of the prerequisites */
export function callOf(id: string, ids: Ids): Call {
  const row = rowFor(id);
  const { body } = scenarioFor(id);
  const example = endpointDocs.get(id)?.example;
  const pathIds = Object.fromEntries(parameterNames(row.path).map((name) => [name, idFor(name, ids)]));
  const query = aboutIds(example?.query ?? {}, ids);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const documented = example?.body instanceof Object ? aboutIds({ ...example.body }, ids) : undefined;
  return {
    method: row.method,
    path: `${row.path.replace(/\{(\w+)\}/g, (_, name: string) => pathIds[name] ?? '')}${search.size > 0 ? `?${search}` : ''}`,
    ...{ pathIds, query, body: typeof body === 'function' ? body(ids) : (body ?? documented) },
  };
}

/** Returns the parameter names in a path template. */
export function parameterNames(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Replaces the ids in a documented example with the ids of the prerequisites. */
function aboutIds(fields: Fields, ids: Ids): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isId(value) ? idFor(name, ids) : value]),
  );
}

/** Returns the id with this name, or the newest id. */
function idFor(name: string, ids: Ids): string {
  const id = ids[name] ?? ids.id;
  if (id === undefined) throw new Error(`Nothing that is given has the id ${name}`);
  return id;
}

/** Runs the prerequisites of a scenario. @returns their ids */
export async function givenFor(id: string, stage: Stage): Promise<Ids> {
  let ids: Ids = {};
  for (const name of scenarioFor(id).given ?? []) {
    const state = states[name];
    ids = { ...ids, ...(state === undefined ? await perform(name, stage) : await state(stage)) };
  }
  return ids;
}

/** Runs a scenario. @returns ids for later scenarios @throws Error if the request is rejected */
async function perform(id: string, stage: Stage): Promise<Ids> {
  const ids = await givenFor(id, stage);
  const call = callOf(id, ids);
  const response = await send(id, call, stage);
  if (response.status >= 400) throw new Error(`${id} returned ${response.status}: ${response.text}`);
  return { ...ids, ...call.pathIds, ...idsReturned(response) };
}

function idsReturned({ body, text }: ApiResponse): Ids {
  const { id, userId, quoteId } = body?.data ?? {};
  const token = /\/(?:sign|verify|pay)\/([\w-]{43})/.exec(text)?.[1];
  const logo = /\/logos\/([\w.]+)/.exec(text)?.[1];
  const found = { id: id ?? quoteId, userId, token, logo };
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Sends a request as its caller does: a partner, a provider, or a person in a browser. */
export async function send(id: string, call: Call, stage: Stage, headers: Ids = {}): Promise<ApiResponse> {
  const { partner } = stage;
  const { method, path, body } = call;
  const { scope } = rowFor(id);
  const { form } = scenarioFor(id);
  if (form !== undefined) {
    const page = await partner.send('GET', path.replace(/\/uploads$/, ''), undefined, { key: null });
    const raw = String(new URLSearchParams({ ...hiddenFields(page.text), ...form }));
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return partner.send(method, path, undefined, { key: null, raw, headers: type });
  }
  if (scope === 'provider') {
    const signed = signedCallback({ ...body }, stage.providerEventsSecrets?.banking ?? '');
    return partner.send(method, path, undefined, { key: null, raw: signed.body, headers: signed.headers });
  }
  return partner.send(method, path, body, { headers, ...(scope === 'partner' ? {} : { key: null }) });
}

/** Returns true if a stored item is an effect of the scenario's request. */
export function isEffectOf({ effect = () => false }: Scenario, item: Fields): boolean {
  if (typeof effect === 'function') return effect(item);
  return Object.entries(effect).every(([name, value]) => item[name] === value);
}
