import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/list/contract';
import { handler } from '#functions/webhook-endpoints/list/handler';
import { recordHealth } from '#shared/webhooks/endpoints/repository';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { deleteEndpoint, storeEndpoint } from '#test/support/handlers/endpoints';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, { request: () => ({}) });

it('shows the first endpoint and the others in the order of their creation, without secrets', async () => {
  const world = await createWorld('listWebhookEndpoints');
  const first = await world.webhookTarget();
  const [second, third] = [await storeEndpoint(world), await storeEndpoint(world, { eventTypes: ['CREATED_KYC'] })];
  const { body, text } = await world.call(handler);
  expect(body.data).toMatchObject({
    ...{ count: 3, total: 3 },
    data: [
      { isDefault: true, url: first.url, eventTypes: null },
      { isDefault: false, id: second.endpoint.id, url: second.endpoint.url, eventTypes: null },
      { isDefault: false, id: third.endpoint.id, eventTypes: ['CREATED_KYC'] },
    ],
  });
  for (const { secret } of [first, second, third]) expect(text).not.toContain(secret);
  expect(text).not.toContain('sealed');
});

it('shows the health of each endpoint', async () => {
  const world = await createWorld('listWebhookEndpoints');
  const { endpoint } = await storeEndpoint(world);
  await storeEndpoint(world);
  const [partnerId, atMs] = [world.partner.id, Date.now()];
  await recordHealth({ partnerId }, { error: null, atMs });
  await recordHealth({ partnerId, endpointId: endpoint.id }, { error: 'HTTP 500', atMs });
  const unknown = { status: 'UNKNOWN', lastSuccessAt: null, lastFailureAt: null, failingSince: null, lastError: null };
  const at = '2026-01-15T12:00:00.000Z';
  const { body } = await world.call(handler);
  expect(body.data.data.map(({ health }: { health: object }) => health)).toEqual([
    { ...unknown, status: 'HEALTHY', lastSuccessAt: at },
    { ...unknown, status: 'FAILING', lastFailureAt: at, failingSince: at, lastError: 'HTTP 500' },
    unknown,
  ]);
});

it('shows the first endpoint before it has a URL', async () => {
  const world = await createWorld('listWebhookEndpoints');
  const [settings] = world.table.items('WEBHOOK');
  const { body } = await world.call(handler);
  expect(body.data).toMatchObject({ count: 1, data: [{ id: settings?.id, isDefault: true, url: null }] });
});

it('leaves out an endpoint that is deleted while the list is read', async () => {
  const world = await createWorld('listWebhookEndpoints');
  const { endpoint } = await storeEndpoint(world);
  world.table.beforeNext('BatchGetItem', () => deleteEndpoint(world, endpoint));
  expect((await world.call(handler)).body.data).toMatchObject({ count: 1, total: 1 });
});
