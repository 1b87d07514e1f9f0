import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-notifications/replay/contract';
import { handler } from '#functions/webhook-notifications/replay/handler';
import { invalidInput, serviceUnavailable } from '#shared/api/problems';
import { startManualRetry } from '#shared/webhooks/deliveries/replay';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { storeAttempted, storeNotification } from '#test/support/handlers/notifications';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint({
  contract,
  handler,
  async request(world) {
    await world.webhookTarget();
    await storeAttempted(world, 'SENT');
    return { body: {} };
  },
  oneWrite: false,
});

/** A sent, a failed, an unsent and a pending one of a transaction, a second apart, and one that has used its retries. */
async function fiveNotifications(world: World) {
  await world.webhookTarget();
  const sent = await storeAttempted(world, 'SENT', { event: 'CREATED_ON_RAMP' });
  world.advance(1000);
  const failed = await storeAttempted(world, 'FAILED', { sequence: 2 });
  world.advance(1000);
  const unsent = await storeNotification(world, 3, { deliver: false });
  world.advance(1000);
  await storeNotification(world, 4);
  const exhausted = await storeAttempted(world, 'FAILED', { sequence: 5 });
  await deliveryStore.save(exhausted, { ...exhausted, manualRetryCount: 3, version: 3 });
  return { sent, failed, unsent };
}

const replay = (world: World, body: unknown, headers = {}) => world.call(handler, { body, headers });
const replayed = (world: World) => world.table.items('NTF').filter(({ replayCount }) => replayCount === 1);

it('sends again what has ended, with the same id and bytes', async () => {
  const world = await createWorld('replayWebhookNotifications');
  const { sent, failed, unsent } = await fiveNotifications(world);
  world.advance(1000);
  const answer = await replay(world, {});
  expect(answer.status, answer.text).toBe(202);
  expect(answer.body).toEqual({ success: true, data: { accepted: 3, nextCreatedFrom: null } });
  expect(replayed(world)).toMatchObject(
    [sent, failed, unsent].map(({ id, body, version, manualRetryCount }) => ({
      ...{ id, body, manualRetryCount, version: version + 1, status: 'PENDING', queue: 'RETRY', outbox: 'OPEN' },
      ...{ deliveryRun: 2, retryAttempts: 0, dueAt: Date.now() + 120_000 },
    })),
  );
});

it.each([
  ['a status', { status: 'SENT' }, 1],
  ['an event', { eventType: 'CANCELLED_ON_RAMP' }, 2],
  ['a status and an event', { status: 'FAILED', eventType: 'CREATED_ON_RAMP' }, 0],
  ['a range, its ends included', { createdFrom: '2026-01-15T12:00:01Z', createdTo: '2026-01-15T12:00:02Z' }, 2],
  ['a range that ends before it begins', { createdFrom: '2026-01-16', createdTo: '2026-01-15' }, 0],
  ['what is on its way', { status: 'PENDING' }, 0],
  ['no body', undefined, 3],
])('accepts those of %s', async (_, body, accepted) => {
  const world = await createWorld('replayWebhookNotifications');
  await fiveNotifications(world);
  expect((await replay(world, body)).body.data).toEqual({ accepted, nextCreatedFrom: null });
  expect(replayed(world)).toHaveLength(accepted);
});

it('accepts nothing without a URL', async () => {
  const world = await createWorld('replayWebhookNotifications');
  await storeAttempted(world, 'SENT');
  expect((await replay(world, {})).body.data).toEqual({ accepted: 0, nextCreatedFrom: null });
});

it("accepts nothing of another partner's", async () => {
  const world = await createWorld('replayWebhookNotifications');
  await storeAttempted(world, 'SENT', { partnerId: (await world.newPartner()).id });
  await world.webhookTarget();
  expect((await replay(world, {})).body.data).toEqual({ accepted: 0, nextCreatedFrom: null });
});

it('leaves out one that another request has changed in between', async () => {
  const world = await createWorld('replayWebhookNotifications');
  await world.webhookTarget();
  const item = await storeAttempted(world, 'FAILED');
  world.table.beforeNextWrite(() => deliveryStore.save(item, startManualRetry(item, Date.now())));
  expect((await replay(world, {})).body.data).toEqual({ accepted: 0, nextCreatedFrom: null });
  expect(world.table.items('NTF')).toMatchObject([{ manualRetryCount: 1, deliveryRun: 2 }]);
});

it('answers with where to go on when one could not be written', async () => {
  const world = await createWorld('replayWebhookNotifications');
  await world.webhookTarget();
  await storeAttempted(world, 'SENT');
  world.table.conflict(100);
  expect((await replay(world, {})).body.data).toEqual({ accepted: 0, nextCreatedFrom: '2026-01-15T12:00:00.000Z' });
});

it('goes on where a request with the same key ended', async () => {
  const world = await createWorld('replayWebhookNotifications');
  await fiveNotifications(world);
  const headers = { 'idempotency-key': 'a-key-of-the-partner-0002' };
  const beforeNextTransaction = (act: () => void) => world.table.beforeNext('TransactWriteItems', act);
  // Its right to do the work and the first notification are written.
  beforeNextTransaction(() => beforeNextTransaction(() => world.table.throttle(5, 'TransactWriteItems')));
  expect(await replay(world, {}, headers)).toMatchObject(refusal(serviceUnavailable()));
  expect(replayed(world)).toHaveLength(1);
  world.advance(15_001);
  expect((await replay(world, {}, headers)).body.data).toEqual({ accepted: 2, nextCreatedFrom: null });
  expect(replayed(world)).toMatchObject([{ deliveryRun: 2 }, { deliveryRun: 2 }, { deliveryRun: 2 }]);
});

it.each([
  ['status', 'LOST'],
  ['eventType', 'CREATED'],
  ['createdFrom', 'yesterday'],
  ['createdFrom', 5],
  ['createdTo', '2026-02-30'],
])('refuses %s %s', async (field, value) => {
  const world = await createWorld('replayWebhookNotifications');
  const { id } = await storeAttempted(world, 'SENT');
  const answer = await replay(world, { [field]: value });
  expect(answer).toMatchObject(refusal(invalidInput([{ field, message: answer.body.errors[0].message }])));
  expect(world.table.items('NTF')).toMatchObject([{ id, status: 'SENT' }]);
});

it('counts as one request more for every four that it sends again', async () => {
  const world = await createWorld('replayWebhookNotifications');
  await world.webhookTarget();
  for (let sequence = 1; sequence <= 9; sequence += 1) await storeAttempted(world, 'SENT', { sequence });
  expect((await replay(world, {})).body.data).toMatchObject({ accepted: 9 });
  // Of a bucket of 100: the replay, two requests more, and this one.
  expect((await replay(world, {})).headers?.ratelimit).toBe('"partner";r=96;t=1');
});
