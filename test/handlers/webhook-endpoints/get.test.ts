import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/get/contract';
import { handler } from '#functions/webhook-endpoints/get/handler';
import { webhookEndpointNotFound } from '#shared/api/problems';
import { recordHealth } from '#shared/webhooks/health/repository';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { storeEndpoint } from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint({
  contract,
  handler,
  foreign: 'NOT_FOUND',
  request: async (world) => ({ path: { id: (await storeEndpoint(world)).endpoint.id } }),
  unknown: { id: webhookEndpointNotFound() },
});

const get = (world: World, id: string) => world.call(handler, { path: { id } });

it('shows an endpoint, by its id in any case', async () => {
  const world = await createWorld('getWebhookEndpoint');
  const { endpoint, secret } = await storeEndpoint(world);
  const answer = await get(world, endpoint.id.toUpperCase());
  expect(answer.body.data).toMatchObject({ id: endpoint.id, isDefault: false, url: endpoint.url });
  expect(answer.text).not.toContain(secret);
});

it('shows when an endpoint began to fail, and why', async () => {
  const world = await createWorld('getWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world);
  const target = { partnerId: world.partner.id, endpointId: endpoint.id };
  const startMs = Date.now();
  for (const [error, ms] of [
    [null, 0],
    ['HTTP 500', 1000],
    ['HTTP 503', 90_000],
  ] as const)
    await recordHealth(target, { error, atMs: startMs + ms });
  expect((await get(world, endpoint.id)).body.data.health).toEqual({
    ...{ status: 'FAILING', lastSuccessAt: '2026-01-15T12:00:00.000Z', failingSince: '2026-01-15T12:00:01.000Z' },
    ...{ lastFailureAt: '2026-01-15T12:01:30.000Z', lastError: 'HTTP 503' },
  });
});

it('shows the first one by the id of the settings', async () => {
  const world = await createWorld('getWebhookEndpoint');
  const { url } = await world.webhookTarget();
  const id = String(world.table.items('WEBHOOK')[0]?.id);
  expect((await get(world, id)).body.data).toMatchObject({ id, isDefault: true, url });
});
