/** Production templates contain no sandbox functions. In addition, sandbox handlers reject every request in production. */
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { docsFor } from '#docs/endpoint-docs';
import { routeNotFound } from '#shared/api/problems';
import { documentedEndpoints, endpoints } from '#shared/contract/endpoints';
import { lambdaContext } from '#test/support/gateway-event';
import { refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type EndpointHandler, type TestRequest } from '#test/support/handlers/world';

const sandboxRows = endpoints.filter(({ stages }) => stages === 'sandbox');

it('every contract has the stages of its row', () => {
  const inContracts = documentedEndpoints.filter(({ id, scope }) => scope === 'partner' && docsFor(id).contract.stages);
  expect(inContracts).toEqual(sandboxRows);
  expect(sandboxRows.length).toBeGreaterThan(5);
});

const callers: Readonly<Record<string, TestRequest>> = {
  'without a key': { partner: null },
  'with a malformed key': { partner: { id: '', apiKey: 'ramp_live_1' } },
  'with a live key': {},
  'with an unknown version': { headers: { 'partner-ramp-version': '2020-01-01' } },
  'with a malformed body': { body: '{' },
};

describe.each(sandboxRows)('$id in production', ({ id, folder, path }) => {
  const parameters = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '019bc1c5-0000-7000-8000-0000000000ff']),
  );

  it.each(Object.entries(callers))('is an unknown route for a caller %s, and reads nothing', async (_, request) => {
    const world = await createWorld(id, { stage: 'production' });
    const file = pathToFileURL(`${import.meta.dirname}/../../functions/${folder}/handler.ts`);
    const { handler }: { readonly handler: EndpointHandler } = await import(file.href);
    world.table.throttle(100);
    const response = await handler(world.event({ path: parameters, ...request }), lambdaContext());
    const { status, body } = refusal(routeNotFound());
    expect({ status: response.statusCode, body: JSON.parse(response.body) }).toMatchObject({ status, body });
    expect(response.headers).toMatchObject({ 'x-request-id': expect.any(String), 'cache-control': 'no-store' });
  });
});
