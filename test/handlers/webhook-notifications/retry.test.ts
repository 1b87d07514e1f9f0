import { describe, expect, it } from 'vitest';
import { contract } from '#functions/webhook-notifications/retry/contract';
import { handler } from '#functions/webhook-notifications/retry/handler';
import {
  notificationNotFailed,
  notificationNotFound,
  Problem,
  serviceUnavailable,
  tooManyRetries,
  webhookEndpointNotFound,
} from '#shared/api/problems';
import { MAX_RETRY_CALLS, RETRY_WINDOW_MS } from '#shared/partners/domain/manual-retry-rate';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { startReplay } from '#shared/webhooks/domain/delivery';
import type { EndpointDeliveryItem } from '#shared/webhooks/item';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { deleteEndpoint, storeEndpoint } from '#test/support/handlers/endpoints';
import { ORDER_ID, storeAttempted, storeFailedDelivery, storeNotification } from '#test/support/handlers/notifications';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { id: (await storeAttempted(world, 'FAILED')).id } }),
  foreign: 'NOT_FOUND',
  shows: 'transactions:read',
});

const exhausted = new Problem(
  'CONFLICT',
  'Partner webhook notification has reached the maximum number of manual retries (3)',
  { reason: 'RETRIES_USED_UP' },
);
const retry = (world: World, id: string, headers = {}) => world.call(handler, { path: { id }, headers });
const stored = (world: World) => world.table.items('NTF').at(0);

it('begins another delivery run, with the same id and bytes', async () => {
  const world = await createWorld('retryWebhookNotification');
  const before = await storeAttempted(world, 'FAILED');
  const { id, createdAt, body } = before;
  world.advance(60_000);
  const at = '2026-01-15T12:01:00.000Z';
  const response = await retry(world, id);
  expect(response.status, response.text).toBe(200);
  expect(response.body).toEqual({
    success: true,
    data: {
      ...{ id, payload: JSON.parse(body), status: 'PENDING', retryAttempts: 0, manualRetryCount: 1, createdAt },
      ...{ updatedAt: at, lastManualRetryAt: at, nextAttemptAt: at, latestErrorPayload: null, replayCount: 0 },
      ...{ version: 3, attempts: before.attempts.map(({ responseBody: _, ...attempt }) => attempt), deliveries: [] },
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
  expect(await retry(world, item.id)).toMatchObject(refusal(notificationNotFailed(item.id)));
  expect(stored(world)).toMatchObject({ status, version: item.version });
});

it('F36: refuses a fourth retry, and changes nothing', async () => {
  const world = await createWorld('retryWebhookNotification');
  const item = await storeAttempted(world, 'FAILED');
  await deliveryStore.save(item, { ...item, manualRetryCount: 3, version: 3 });
  const before = stored(world);
  expect(await retry(world, item.id)).toMatchObject(refusal(exhausted));
  expect(stored(world)).toEqual(before);
});

it.each([ORDER_ID, 'no-id'])('knows no notification %s, and does not count these calls', async (unknown) => {
  const world = await createWorld('retryWebhookNotification');
  const { id } = await storeAttempted(world, 'FAILED');
  for (let call = 0; call < MAX_RETRY_CALLS; call += 1)
    expect(await retry(world, unknown)).toMatchObject(refusal(notificationNotFound()));
  expect((await retry(world, id)).status).toBe(200);
});

it('admits ten calls in a minute, whatever their responses, and says when the next may come', async () => {
  const world = await createWorld('retryWebhookNotification');
  const { id } = await storeAttempted(world, 'SENT');
  for (let call = 0; call < MAX_RETRY_CALLS; call += 1)
    expect(await retry(world, id)).toMatchObject(refusal(notificationNotFailed(id)));
  world.advance(RETRY_WINDOW_MS - 1500);
  const headers = { 'retry-after': '2' };
  expect(await retry(world, id)).toMatchObject({ ...refusal(tooManyRetries(2)), headers });
  expect(await retry(world, ORDER_ID)).toMatchObject(refusal(notificationNotFound()));
  world.advance(1500);
  expect(await retry(world, id)).toMatchObject(refusal(notificationNotFailed(id)));
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

it('F33: waits for its delivery though the response was lost, and refuses a second request', async () => {
  const world = await createWorld('retryWebhookNotification');
  const { id } = await storeAttempted(world, 'FAILED');
  world.table.loseNextResponse();
  expect(await retry(world, id)).toMatchObject(refusal(serviceUnavailable()));
  expect(stored(world)).toMatchObject({ status: 'PENDING', deliveryRun: 2, manualRetryCount: 1, outbox: 'OPEN' });
  expect(await retry(world, id)).toMatchObject(refusal(notificationNotFailed(id)));
});

it('F35: admits ten of eleven at once, and the refused one changes nothing', async () => {
  const world = await createWorld('retryWebhookNotification');
  const ids: string[] = [];
  for (let sequence = 1; sequence <= MAX_RETRY_CALLS + 1; sequence += 1)
    ids.push((await storeAttempted(world, 'FAILED', { sequence })).id);
  const responses = await Promise.all(ids.map((id) => retry(world, id)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(MAX_RETRY_CALLS);
  const [refused] = ids.filter((_, index) => responses[index]?.status === 429);
  const unchanged = world.table.items('NTF').filter(({ manualRetryCount }) => manualRetryCount === 0);
  expect(unchanged).toMatchObject([{ id: refused, status: 'FAILED', version: 2 }]);
});

it('loses to a replay at the same time', async () => {
  const world = await createWorld('retryWebhookNotification');
  const item = await storeAttempted(world, 'FAILED');
  const replay = () => deliveryStore.save(item, startReplay(item, Date.now()));
  world.table.beforeNextWrite(replay);
  expect(await retry(world, item.id)).toMatchObject(refusal(notificationNotFailed(item.id)));
  expect(stored(world)).toMatchObject({ replayCount: 1, manualRetryCount: 0, version: 3 });
});

it('retries over a change that leaves it failed', async () => {
  const world = await createWorld('retryWebhookNotification');
  const item = await storeAttempted(world, 'FAILED');
  const change = () => deliveryStore.save(item, { ...item, hasWaiter: true, version: 3 });
  world.table.beforeNextWrite(change);
  expect((await retry(world, item.id)).body.data).toMatchObject({ status: 'PENDING', version: 4 });
});

describe('the delivery to a further endpoint', () => {
  /** Stores a notification that was sent to the default endpoint and failed at an additional one. */
  async function failedThere(overrides: Partial<EndpointDeliveryItem> = {}) {
    const world = await createWorld('retryWebhookNotification');
    const { endpoint } = await storeEndpoint(world);
    const item = await storeAttempted(world, 'SENT', { endpointIds: [endpoint.id] });
    const delivery = await storeFailedDelivery(item, overrides);
    const again = (endpointId = endpoint.id, headers = {}) =>
      world.call(handler, { path: { id: item.id }, body: { endpointId }, headers });
    return { world, endpoint, item, delivery, again, kept: () => world.table.items('DELIVERY')[0] };
  }

  it('begins another delivery run, and the notification itself stays as it is', async () => {
    const { world, endpoint, item, delivery, again, kept } = await failedThere();
    const response = await again();
    expect(response.status, response.text).toBe(200);
    const pending = { endpointId: endpoint.id, status: 'PENDING', retryAttempts: 0, manualRetryCount: 1 };
    expect(response.body.data).toMatchObject({ id: item.id, status: 'SENT', version: 2, deliveries: [pending] });
    expect(kept()).toMatchObject({
      ...{ ...pending, deliveryRun: 2, version: delivery.version + 1, outbox: 'OPEN', dueAt: Date.now() + 120_000 },
    });
    expect(stored(world)).toEqual(item);
    expect(await again()).toMatchObject(refusal(notificationNotFailed(item.id)));
  });

  it('has its effect once for a repeated key', async () => {
    const { again, kept } = await failedThere();
    const key = { 'idempotency-key': 'a-key-of-the-partner-0005' };
    const first = await again(undefined, key);
    expect((await again(undefined, key)).text).toBe(first.text);
    expect(kept()).toMatchObject({ manualRetryCount: 1, deliveryRun: 2 });
  });

  it('is retried three times, whatever the first endpoint has used', async () => {
    const { again, kept } = await failedThere({ manualRetryCount: 3 });
    const message = 'Partner webhook notification has reached the maximum number of manual retries (3)';
    expect(await again()).toMatchObject({ status: 409, body: { code: 'CONFLICT', message } });
    expect(kept()).toMatchObject({ status: 'FAILED', version: 6 });
  });

  it('shares the rate of all retries', async () => {
    const { again } = await failedThere();
    for (let call = 1; call <= 10; call += 1) await again();
    expect(await again()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  });

  it('refuses an endpoint that is not known, and one that was not sent it', async () => {
    const { world, endpoint, item, again, kept } = await failedThere();
    const other = await storeEndpoint(world);
    expect(await again(other.endpoint.id)).toMatchObject(refusal(notificationNotFailed(item.id)));
    expect(await again('no-id')).toMatchObject(refusal(webhookEndpointNotFound()));
    await deleteEndpoint(world, endpoint);
    expect(await again()).toMatchObject(refusal(webhookEndpointNotFound()));
    expect(kept()).toMatchObject({ status: 'FAILED', version: 6 });
  });

  it('is that of the notification itself by the id of the first endpoint', async () => {
    const world = await createWorld('retryWebhookNotification');
    const { id } = await storeAttempted(world, 'FAILED');
    const endpointId = String(world.table.items('WEBHOOK')[0]?.id);
    const response = await world.call(handler, { path: { id }, body: { endpointId } });
    expect(response.body.data).toMatchObject({ id, status: 'PENDING', manualRetryCount: 1 });
  });
});
