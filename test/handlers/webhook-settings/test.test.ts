import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-settings/test/contract';
import { handler } from '#functions/webhook-settings/test/handler';
import { serviceUnavailable } from '#shared/api/problems';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { saveEndpoint } from '#shared/webhooks/endpoints/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint({
  contract,
  handler,
  async request(world) {
    await world.webhookTarget();
    return {};
  },
  // Its number is drawn before.
  oneWrite: false,
});

const at = '2026-01-15T12:00:00.000Z';
const send = (world: World, headers = {}) => world.call(handler, { headers });

it('stores a test event, which is delivered like every other', async () => {
  const world = await createWorld('sendTestWebhook');
  await world.webhookTarget();
  const answer = await send(world);
  const [stored] = world.table.items('NTF');
  const { id } = answer.body.data;
  const payload = {
    environment: 'sandbox',
    type: 'TEST',
    event: 'TEST_EVENT',
    id,
    userId: null,
    sequence: 1,
    occurredAt: at,
  };
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body).toEqual({
    success: true,
    data: {
      ...{ id, payload, status: 'PENDING', retryAttempts: 0, manualRetryCount: 0, createdAt: at, updatedAt: at },
      ...{ latestErrorPayload: null, nextAttemptAt: at, lastManualRetryAt: null, replayCount: 0 },
      ...{ version: 1, attempts: [], deliveries: [] },
    },
  });
  expect(stored).toMatchObject({
    ...{ id, partnerId: world.partner.id, event: 'TEST_EVENT', type: 'TEST', body: JSON.stringify(payload) },
    ...{ status: 'PENDING', deliveryRun: 1, version: 1, outbox: 'OPEN', dueAt: Date.now() + 120_000 },
  });
  expect(stored).not.toHaveProperty('transactionId');
});

it('numbers the events of a partner, each by itself', async () => {
  const world = await createWorld('sendTestWebhook');
  await world.webhookTarget();
  const numbers = [];
  for (let call = 0; call < 3; call += 1) numbers.push((await send(world)).body.data.payload.sequence);
  expect(numbers).toEqual([1, 2, 3]);
});

it('sends nothing where no URL is set', async () => {
  const world = await createWorld('sendTestWebhook');
  expect((await send(world)).body.data).toMatchObject({ status: 'NOT_SENT', nextAttemptAt: null });
  expect(world.table.items('NTF')).toMatchObject([{ status: 'NOT_SENT' }]);
});

it('is sent whichever events the partner chose', async () => {
  const world = await createWorld('sendTestWebhook');
  await world.webhookTarget();
  const before = await readDefaultEndpoint({ partnerId: world.partner.id });
  await saveEndpoint(before, { ...before.endpoint, eventTypes: ['VERIFIED_USER'] }, { nowMs: Date.now() + 1 });
  expect((await send(world)).body.data.status).toBe('PENDING');
});

it('is stored once when the answer of its write was lost', async () => {
  const world = await createWorld('sendTestWebhook');
  await world.webhookTarget();
  const headers = { 'idempotency-key': 'a-key-of-the-partner-0002' };
  world.table.beforeNext('UpdateItem', () => world.table.loseNextAnswer());
  expect(await send(world, headers)).toMatchObject(refusal(serviceUnavailable()));
  expect(await send(world, headers)).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
  expect(world.table.items('NTF')).toHaveLength(1);
});
