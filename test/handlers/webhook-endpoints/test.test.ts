import { describe, expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/test/contract';
import { handler } from '#functions/webhook-endpoints/test/handler';
import { contract as settingsContract } from '#functions/webhook-settings/test/contract';
import { handler as settingsHandler } from '#functions/webhook-settings/test/handler';
import { serviceUnavailable, webhookEndpointNotFound } from '#shared/api/problems';
import { saveEndpoint } from '#shared/webhooks/endpoints/repository';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/response';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { defaultEndpointId, deleteEndpoint, storeEndpoint } from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  foreign: 'NOT_FOUND',
  request: async (world) => ({ path: { id: (await storeEndpoint(world)).endpoint.id } }),
  // The sequence number is stored in a separate write before the notification.
  oneWrite: false,
});

describeEndpoint(settingsContract, settingsHandler, {
  async request(world) {
    await world.webhookTarget();
    return {};
  },
  oneWrite: false,
});

const send = (world: World, id: string) => world.call(handler, { path: { id } });

it('stores a delivery to the one endpoint, whatever events it chose, and none to the others', async () => {
  const world = await createWorld('sendTestToWebhookEndpoint');
  await world.webhookTarget();
  await storeEndpoint(world);
  const { endpoint } = await storeEndpoint(world, { eventTypes: ['CREATED_KYC'] });
  const response = await send(world, endpoint.id);
  const at = '2026-01-15T12:00:00.000Z';
  const delivery = { endpointId: endpoint.id, status: 'PENDING', retryAttempts: 0, manualRetryCount: 0 };
  expect(response.status, response.text).toBe(201);
  expect(response.body.data).toMatchObject({
    ...{ status: 'NOT_SENT', payload: { event: 'TEST_EVENT', sequence: 1 }, nextAttemptAt: null },
    deliveries: [{ ...delivery, nextAttemptAt: at, attempts: [] }],
  });
  expect(world.table.items('NTF')).toMatchObject([{ status: 'NOT_SENT', endpointIds: [endpoint.id] }]);
  const [stored] = world.table.items('DELIVERY');
  expect(stored).toMatchObject({
    ...{ PK: `PARTNER#${world.partner.id}#EP#${endpoint.id}`, SK: 'NTF#0000000001', id: response.body.data.id },
    ...{ status: 'PENDING', outbox: 'OPEN', dueAt: Date.now() + 120_000, hasWaiter: true },
  });
  expect(stored).not.toHaveProperty('body');
});

describe.each([
  ['by the id of the settings', 'sendTestToWebhookEndpoint', handler],
  ['as the settings', 'sendTestWebhook', settingsHandler],
] as const)('a test of the default endpoint %s', (_, row, testing) => {
  const at = '2026-01-15T12:00:00.000Z';
  const test = (world: World, headers = {}) =>
    world.call(testing, { path: testing === handler ? { id: defaultEndpointId(world) } : {}, headers });

  it('is stored as a test event, which is delivered like every other', async () => {
    const world = await createWorld(row);
    await world.webhookTarget();
    const response = await test(world);
    const { id } = response.body.data;
    const about = { environment: 'sandbox', type: 'TEST', event: 'TEST_EVENT', id };
    const payload = { ...about, userId: null, sequence: 1, occurredAt: at };
    expect(response.status, response.text).toBe(201);
    expect(response.body).toEqual({
      success: true,
      data: {
        ...{ id, payload, status: 'PENDING', retryAttempts: 0, manualRetryCount: 0, createdAt: at, updatedAt: at },
        ...{ latestErrorPayload: null, nextAttemptAt: at, lastManualRetryAt: null, replayCount: 0 },
        ...{ version: 1, attempts: [], deliveries: [] },
      },
    });
    const [stored] = world.table.items('NTF');
    expect(stored).toMatchObject({
      ...{ id, partnerId: world.partner.id, event: 'TEST_EVENT', type: 'TEST', body: JSON.stringify(payload) },
      ...{ status: 'PENDING', deliveryRun: 1, version: 1, outbox: 'OPEN', dueAt: Date.now() + 120_000 },
    });
    expect(stored).not.toHaveProperty('transactionId');
    expect((await test(world)).body.data.payload.sequence).toBe(2);
  });

  it('is sent whichever events the partner chose, and nowhere where no URL is set', async () => {
    const world = await createWorld(row);
    expect((await test(world)).body.data).toMatchObject({ status: 'NOT_SENT', nextAttemptAt: null });
    await world.webhookTarget();
    const before = await readDefaultEndpoint({ partnerId: world.partner.id });
    await saveEndpoint(before, { ...before.endpoint, eventTypes: ['VERIFIED_USER'] }, { nowMs: Date.now() + 1 });
    expect((await test(world)).body.data.status).toBe('PENDING');
    expect(world.table.items('DELIVERY')).toEqual([]);
  });

  it('is stored once when the response of its write was lost', async () => {
    const world = await createWorld(row);
    await world.webhookTarget();
    const headers = { 'idempotency-key': 'a-key-of-the-partner-0002' };
    world.table.beforeNext('UpdateItem', () => world.table.loseNextResponse());
    expect(await test(world, headers)).toMatchObject(refusal(serviceUnavailable()));
    expect(await test(world, headers)).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
    expect(world.table.items('NTF')).toHaveLength(1);
  });
});

it('knows no endpoint that was deleted', async () => {
  const world = await createWorld('sendTestToWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world);
  await deleteEndpoint(world, endpoint);
  expect(await send(world, endpoint.id)).toMatchObject(refusal(webhookEndpointNotFound()));
  expect(world.table.items('NTF')).toEqual([]);
});
