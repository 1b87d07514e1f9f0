import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-notifications/retry/contract';
import { handler } from '#functions/webhook-notifications/retry/handler';
import { notificationNotFailed, notificationNotFound, Problem, tooManyRetries } from '#shared/api/problems';
import { startReplay } from '#shared/webhooks/deliveries/replay';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { MAX_RETRY_CALLS, RETRY_WINDOW_MS } from '#shared/webhooks/domain/manual-retry-rate';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { ORDER_ID, storeAttempted, storeNotification } from '#test/support/handlers/notifications';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint({
  contract,
  handler,
  request: async (world) => ({ path: { id: (await storeAttempted(world, 'FAILED')).id } }),
  foreign: 'NOT_FOUND',
});

const exhausted = new Problem(
  'CONFLICT',
  'Partner webhook notification has reached the maximum number of manual retries (3)',
);
const retry = (world: World, id: string, headers = {}) => world.call(handler, { path: { id }, headers });
const stored = (world: World) => world.table.items('NTF').at(0);

it('begins another delivery run, with the same id and bytes', async () => {
  const world = await createWorld('retryWebhookNotification');
  const before = await storeAttempted(world, 'FAILED');
  const { id, createdAt, body } = before;
  world.advance(60_000);
  const at = '2026-01-15T12:01:00.000Z';
  const answer = await retry(world, id);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toEqual({
    success: true,
    data: {
      ...{ id, payload: JSON.parse(body), status: 'PENDING', retryAttempts: 0, manualRetryCount: 1, createdAt },
      ...{ updatedAt: at, lastManualRetryAt: at, nextAttemptAt: at, latestErrorPayload: null, replayCount: 0 },
      ...{ version: 3, attempts: before.attempts, deliveries: [] },
    },
  });
  const { latestErrorPayload: _, failedReason: _reason, ...rest } = before;
  expect(stored(world)).toEqual({
    ...{ ...rest, status: 'PENDING', deliveryRun: 2, retryAttempts: 0, manualRetryCount: 1, version: 3 },
    ...{ outbox: 'OPEN', duePk: expect.stringContaining('DUE#'), dueAt: Date.now() + 120_000 },
    ...{ updatedAt: at, lastManualRetryAt: at },
  });
});

it.each(['PENDING', 'SENT', 'NOT_SENT'] as const)('refuses one that is %s', async (status) => {
  const world = await createWorld('retryWebhookNotification');
  const item =
    status === 'SENT'
      ? await storeAttempted(world, 'SENT')
      : await storeNotification(world, 1, { deliver: status === 'PENDING' });
  expect(await retry(world, item.id)).toMatchObject(refusal(notificationNotFailed()));
  expect(stored(world)).toMatchObject({ status, version: item.version });
});

it('refuses a fourth retry', async () => {
  const world = await createWorld('retryWebhookNotification');
  const item = await storeAttempted(world, 'FAILED');
  await deliveryStore.save(item, { ...item, manualRetryCount: 3, version: 3 });
  expect(await retry(world, item.id)).toMatchObject(refusal(exhausted));
});

it.each([ORDER_ID, 'no-id'])('knows no notification %s, and does not count these calls', async (unknown) => {
  const world = await createWorld('retryWebhookNotification');
  const { id } = await storeAttempted(world, 'FAILED');
  for (let call = 0; call < MAX_RETRY_CALLS; call += 1)
    expect(await retry(world, unknown)).toMatchObject(refusal(notificationNotFound()));
  expect((await retry(world, id)).status).toBe(200);
});

it('admits ten calls in a minute, whatever their answers, and says when the next may come', async () => {
  const world = await createWorld('retryWebhookNotification');
  const { id } = await storeAttempted(world, 'SENT');
  for (let call = 0; call < MAX_RETRY_CALLS; call += 1)
    expect(await retry(world, id)).toMatchObject(refusal(notificationNotFailed()));
  world.advance(RETRY_WINDOW_MS - 1500);
  const headers = { 'retry-after': '2' };
  expect(await retry(world, id)).toMatchObject({ ...refusal(tooManyRetries(2)), headers });
  expect(await retry(world, ORDER_ID)).toMatchObject(refusal(notificationNotFound()));
  world.advance(1500);
  expect(await retry(world, id)).toMatchObject(refusal(notificationNotFailed()));
});

it("knows no notification of another partner, before and after that partner's calls are used up", async () => {
  const world = await createWorld('retryWebhookNotification');
  const { id } = await storeAttempted(world, 'SENT');
  const stranger = await world.newPartner();
  for (let call = 0; call <= MAX_RETRY_CALLS; call += 1) {
    const foreign = await world.call(handler, { path: { id }, partner: stranger });
    expect(foreign).toMatchObject(refusal(notificationNotFound()));
    expect((await retry(world, id)).status).toBe(call < MAX_RETRY_CALLS ? 409 : 429);
  }
  const foreign = await world.call(handler, { path: { id }, partner: stranger });
  expect(foreign).toMatchObject(refusal(notificationNotFound()));
});

it('loses to a replay at the same time', async () => {
  const world = await createWorld('retryWebhookNotification');
  const item = await storeAttempted(world, 'FAILED');
  const replay = () => deliveryStore.save(item, startReplay(item, Date.now()));
  world.table.beforeNextWrite(replay);
  expect(await retry(world, item.id)).toMatchObject(refusal(notificationNotFailed()));
  expect(stored(world)).toMatchObject({ replayCount: 1, manualRetryCount: 0, version: 3 });
});

it('retries over a change that leaves it failed', async () => {
  const world = await createWorld('retryWebhookNotification');
  const item = await storeAttempted(world, 'FAILED');
  const change = () => deliveryStore.save(item, { ...item, hasWaiter: true, version: 3 });
  world.table.beforeNextWrite(change);
  expect((await retry(world, item.id)).body.data).toMatchObject({ status: 'PENDING', version: 4 });
});
