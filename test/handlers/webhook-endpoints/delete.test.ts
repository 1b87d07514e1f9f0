import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/delete/contract';
import { handler } from '#functions/webhook-endpoints/delete/handler';
import { webhookEndpointNotFound } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { storedItem, storeEndpoint } from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  foreign: 'NOT_FOUND',
  request: async (world) => ({ path: { id: (await storeEndpoint(world)).endpoint.id } }),
});

const remove = (world: World, id: string) => world.call(handler, { path: { id } });
const settings = (world: World) => world.table.items('WEBHOOK')[0];

it('deletes one endpoint and its choice of events, and leaves the others', async () => {
  const world = await createWorld('deleteWebhookEndpoint');
  const [gone, kept] = [await storeEndpoint(world), await storeEndpoint(world)];
  const response = await remove(world, gone.endpoint.id);
  expect(response).toMatchObject({
    status: 200,
    body: { data: { id: gone.endpoint.id, deletedAt: '2026-01-15T12:00:00.000Z' } },
  });
  expect(world.table.items('WEBHOOK_ENDPOINT')).toEqual([storedItem(kept.endpoint)]);
  expect(settings(world)?.endpoints).toEqual([{ id: kept.endpoint.id }]);
  expect(await remove(world, gone.endpoint.id)).toMatchObject(refusal(webhookEndpointNotFound()));
});

it('clears the URL of the first one, and keeps its secret and the other endpoints', async () => {
  const world = await createWorld('deleteWebhookEndpoint');
  await world.webhookTarget();
  const { endpoint } = await storeEndpoint(world);
  const id = String(settings(world)?.id);
  expect((await remove(world, id)).body.data).toMatchObject({ id });
  expect(settings(world)).toMatchObject({ url: null, secrets: [{}], endpoints: [{ id: endpoint.id }] });
});

it('deletes what another request makes at the same time neither in the settings nor by itself', async () => {
  const world = await createWorld('deleteWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world);
  world.table.beforeNextWrite(() => storeEndpoint(world));
  expect((await remove(world, endpoint.id)).status).toBe(200);
  const [left] = world.table.items('WEBHOOK_ENDPOINT');
  expect(settings(world)?.endpoints).toEqual([{ id: left?.id }]);
});
