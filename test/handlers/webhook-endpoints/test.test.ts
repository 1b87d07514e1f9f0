import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/test/contract';
import { handler } from '#functions/webhook-endpoints/test/handler';
import { webhookEndpointNotFound } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { deleteEndpoint, storeEndpoint } from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint({
  contract,
  handler,
  foreign: 'NOT_FOUND',
  request: async (world) => ({ path: { id: (await storeEndpoint(world)).endpoint.id } }),
  // Its number is drawn before.
  oneWrite: false,
});

const send = (world: World, id: string) => world.call(handler, { path: { id } });

it('stores a delivery to the one endpoint, whatever events it chose, and none to the others', async () => {
  const world = await createWorld('sendTestToWebhookEndpoint');
  await world.webhookTarget();
  await storeEndpoint(world);
  const { endpoint } = await storeEndpoint(world, { eventTypes: ['CREATED_KYC'] });
  const answer = await send(world, endpoint.id);
  const at = '2026-01-15T12:00:00.000Z';
  const delivery = { endpointId: endpoint.id, status: 'PENDING', retryAttempts: 0, manualRetryCount: 0 };
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.data).toMatchObject({
    ...{ status: 'NOT_SENT', payload: { event: 'TEST_EVENT', sequence: 1 }, nextAttemptAt: null },
    deliveries: [{ ...delivery, nextAttemptAt: at, attempts: [] }],
  });
  expect(world.table.items('NTF')).toMatchObject([{ status: 'NOT_SENT', endpointIds: [endpoint.id] }]);
  const [stored] = world.table.items('DELIVERY');
  expect(stored).toMatchObject({
    ...{ PK: `PARTNER#${world.partner.id}#EP#${endpoint.id}`, SK: 'NTF#0000000001', id: answer.body.data.id },
    ...{ status: 'PENDING', outbox: 'OPEN', dueAt: Date.now() + 120_000, hasWaiter: true },
  });
  expect(stored).not.toHaveProperty('body');
});

it('is the test of the settings by the id of the first one', async () => {
  const world = await createWorld('sendTestToWebhookEndpoint');
  await world.webhookTarget();
  await storeEndpoint(world);
  const answer = await send(world, String(world.table.items('WEBHOOK')[0]?.id));
  expect(answer.body.data).toMatchObject({ status: 'PENDING', deliveries: [] });
  expect(world.table.items('DELIVERY')).toEqual([]);
});

it('knows no endpoint that was deleted', async () => {
  const world = await createWorld('sendTestToWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world);
  await deleteEndpoint(world, endpoint);
  expect(await send(world, endpoint.id)).toMatchObject(refusal(webhookEndpointNotFound()));
  expect(world.table.items('NTF')).toEqual([]);
});
