import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/update/contract';
import { handler } from '#functions/webhook-endpoints/update/handler';
import { webhookEndpointNotFound } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { deleteEndpoint, storeEndpoint } from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

const url = 'https://partner.example.com/changed';

describeEndpoint({
  contract,
  handler,
  foreign: 'NOT_FOUND',
  request: async (world) => ({ path: { id: (await storeEndpoint(world)).endpoint.id }, body: { url } }),
});

const update = (world: World, id: string, body: object) => world.call(handler, { path: { id }, body });
const settings = (world: World) => world.table.items('WEBHOOK')[0];

it('sets URL and events as a whole, and keeps the secrets', async () => {
  const world = await createWorld('updateWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world, { eventTypes: ['CREATED_KYC'] });
  world.advance(5000);
  const answer = await update(world, endpoint.id, { url, eventTypes: ['VERIFIED_USER'] });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data).toMatchObject({ url, eventTypes: ['VERIFIED_USER'], updatedAt: '2026-01-15T12:00:05.000Z' });
  expect(answer.body.data).not.toHaveProperty('secret');
  expect(settings(world)).toMatchObject({ endpoints: [{ id: endpoint.id, eventTypes: ['VERIFIED_USER'] }] });
  expect((await update(world, endpoint.id, { url })).body.data.eventTypes).toBeNull();
  expect(settings(world)?.endpoints).toEqual([{ id: endpoint.id }]);
  expect(world.table.items('WEBHOOK_ENDPOINT')).toMatchObject([{ url, secrets: endpoint.secrets }]);
});

it('sets the settings by the id of the first one, and shows its first secret', async () => {
  const world = await createWorld('updateWebhookEndpoint');
  const id = String(settings(world)?.id);
  const answer = await update(world, id, { url, eventTypes: ['VERIFIED_USER'] });
  expect(answer.body.data).toMatchObject({ id, isDefault: true, url, secret: expect.stringMatching(/^whsec_/) });
  expect(settings(world)).toMatchObject({ url, eventTypes: ['VERIFIED_USER'], secrets: [{}] });
  expect((await update(world, id, { url })).body.data).not.toHaveProperty('secret');
});

it('goes on from an endpoint that was changed at the same time', async () => {
  const world = await createWorld('updateWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world);
  world.table.beforeNextWrite(() => update(world, endpoint.id, { url: 'https://partner.example.com/other' }));
  expect((await update(world, endpoint.id, { url })).body.data.url).toBe(url);
  expect(world.table.items('WEBHOOK_ENDPOINT')).toMatchObject([{ url }]);
});

it.each([
  ['null', { url: null }],
  ['http', { url: 'http://partner.example.com' }],
  ['an unknown event', { url, eventTypes: ['PAID'] }],
])('refuses %s', async (_, body) => {
  const world = await createWorld('updateWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world);
  const answer = await update(world, endpoint.id, body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_USER_INPUT_ERROR' } });
  expect(world.table.items('WEBHOOK_ENDPOINT')).toEqual([endpoint]);
});

it('knows no endpoint that was deleted', async () => {
  const world = await createWorld('updateWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world);
  await deleteEndpoint(world, endpoint);
  expect(await update(world, endpoint.id, { url })).toMatchObject(refusal(webhookEndpointNotFound()));
  expect(world.table.items('WEBHOOK_ENDPOINT')).toEqual([]);
});
