import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/get/contract';
import { handler } from '#functions/webhook-endpoints/get/handler';
import { webhookEndpointNotFound } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { storeEndpoint } from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint({
  contract,
  handler,
  foreign: 'NOT_FOUND',
  request: async (world) => ({ path: { id: (await storeEndpoint(world)).endpoint.id } }),
});

const get = (world: World, id: string) => world.call(handler, { path: { id } });

it('shows an endpoint, by its id in any case', async () => {
  const world = await createWorld('getWebhookEndpoint');
  const { endpoint, secret } = await storeEndpoint(world);
  const answer = await get(world, endpoint.id.toUpperCase());
  expect(answer.body.data).toMatchObject({ id: endpoint.id, isDefault: false, url: endpoint.url });
  expect(answer.text).not.toContain(secret);
});

it('shows the first one by the id of the settings', async () => {
  const world = await createWorld('getWebhookEndpoint');
  const { url } = await world.webhookTarget();
  const id = String(world.table.items('WEBHOOK')[0]?.id);
  expect((await get(world, id)).body.data).toMatchObject({ id, isDefault: true, url });
});

it.each(['019bc1c5-0000-7000-8000-00000000000f', 'no-id'])('knows no endpoint %s', async (id) => {
  const world = await createWorld('getWebhookEndpoint');
  await storeEndpoint(world);
  expect(await get(world, id)).toMatchObject(refusal(webhookEndpointNotFound()));
});
