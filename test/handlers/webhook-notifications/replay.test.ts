import { afterEach, describe, expect, it, vi } from 'vitest';
import { contract } from '#functions/webhook-notifications/replay/contract';
import { handler } from '#functions/webhook-notifications/replay/handler';
import { invalidInput, serviceUnavailable, webhookEndpointNotFound } from '#shared/api/problems';
import { deliveryStore, insertEndpointDelivery } from '#shared/webhooks/deliveries/repository';
import { firstReplay, MAX_DELIVERIES, startManualRetry } from '#shared/webhooks/domain/delivery';
import type { EventName } from '#shared/webhooks/domain/events';
import { type NotificationItem, notificationItem } from '#shared/webhooks/item';
import { readEndpointDeliveries } from '#shared/webhooks/listing/repository';
import { newEndpointDelivery } from '#shared/webhooks/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { deleteEndpoint, storeEndpoint } from '#test/support/handlers/endpoints';
import { storeAttempted, storeFailedDelivery, storeNotification } from '#test/support/handlers/notifications';
import { createWorld, type World } from '#test/support/handlers/world';

afterEach(() => vi.restoreAllMocks());

describeEndpoint(contract, handler, {
  async request(world) {
    await world.webhookTarget();
    await storeAttempted(world, 'SENT');
    return { body: {} };
  },
  oneWrite: false,
});

/** Stores a sent, a failed, an unsent and a pending notification, one second apart, and a notification without retries left. */
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

const missing = (): never => {
  throw new Error('It is not stored');
};
const replay = (world: World, body: unknown, headers = {}) => world.call(handler, { body, headers });
const replayed = (world: World) => world.table.items('NTF').filter(({ replayCount }) => replayCount === 1);

it('sends again what has ended, with the same id and bytes', async () => {
  const world = await createWorld('replayWebhookNotifications');
  const { sent, failed, unsent } = await fiveNotifications(world);
  world.advance(1000);
  const response = await replay(world, {});
  expect(response.status, response.text).toBe(202);
  expect(response.body).toEqual({ success: true, data: { accepted: 3, nextCreatedFrom: null } });
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

it('responds with where to go on when one could not be written', async () => {
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
  // The first write reserves the idempotency key, and the second replays the first notification. The third write fails in all
  // five attempts.
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
  const response = await replay(world, { [field]: value });
  expect(response).toMatchObject(refusal(invalidInput([{ field, message: response.body.errors[0].message }])));
  expect(world.table.items('NTF')).toMatchObject([{ id, status: 'SENT' }]);
});

it('sends the oldest thousand again, and the rest when it is called from where that ended', async () => {
  // The clock is stopped. Therefore the replay does not reach its time limit, even on a slow machine.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const world = await createWorld('replayWebhookNotifications');
  await world.webhookTarget();
  const firstMs = Date.now();
  for (let sequence = 1; sequence <= 1001; sequence += 1)
    await storeNotification(world, sequence, { deliver: false, atMs: firstMs + sequence });
  world.advance(2000);
  const { data } = (await replay(world, {})).body;
  expect(data).toEqual({ accepted: 1000, nextCreatedFrom: new Date(firstMs + 1001).toISOString() });
  expect(replayed(world)).toHaveLength(1000);
  // The replay of 1,000 notifications used up the partner's rate limit.
  world.advance(60_000);
  const rest = await replay(world, { status: 'NOT_SENT', createdFrom: data.nextCreatedFrom });
  expect(rest.body.data).toEqual({ accepted: 1, nextCreatedFrom: null });
  expect(replayed(world)).toHaveLength(1001);
}, 120_000);

it('counts as one request more for every four that it sends again', async () => {
  const world = await createWorld('replayWebhookNotifications');
  await world.webhookTarget();
  for (let sequence = 1; sequence <= 9; sequence += 1) await storeAttempted(world, 'SENT', { sequence });
  expect((await replay(world, {})).body.data).toMatchObject({ accepted: 9 });
  // The first replay counts as three requests. The second counts as one until it ends, so its header shows 100 − 3 − 1.
  expect((await replay(world, {})).headers?.ratelimit).toBe('"partner";r=96;t=1');
});

describe('to a further endpoint', () => {
  /** Stores five notifications, and then an additional endpoint. */
  async function newEndpoint(eventTypes?: EventName[]) {
    const world = await createWorld('replayWebhookNotifications');
    const { sent, failed, unsent } = await fiveNotifications(world);
    world.advance(1000);
    const { endpoint } = await storeEndpoint(world, eventTypes === undefined ? {} : { eventTypes });
    const replayTo = (body: object = {}, headers = {}) => replay(world, { endpointId: endpoint.id, ...body }, headers);
    const deliveries = () => world.table.items('DELIVERY');
    return { world, endpoint, sent, failed, unsent, replayTo, deliveries };
  }
  const another = (endpointId: string, item: NotificationItem) =>
    insertEndpointDelivery(item, firstReplay(newEndpointDelivery(item, endpointId, Date.now()), {}), []);

  it('sends what it was never sent, whatever became of it at the first endpoint', async () => {
    const { world, endpoint, sent, replayTo, deliveries } = await newEndpoint();
    const before = world.table.items('NTF');
    const response = await replayTo();
    expect(response.status, response.text).toBe(202);
    expect(response.body.data).toEqual({ accepted: 5, nextCreatedFrom: null });
    expect(deliveries()).toHaveLength(5);
    expect(deliveries()[0]).toEqual({
      ...{ PK: `${sent.PK}#EP#${endpoint.id}`, SK: sent.SK, entity: 'DELIVERY', id: sent.id, endpointId: endpoint.id },
      ...{ partnerId: world.partner.id, transactionId: sent.transactionId, status: 'PENDING', outbox: 'OPEN' },
      ...{ duePk: expect.stringContaining('DUE#'), dueAt: Date.now() + 120_000, queue: 'RETRY', replayCount: 1 },
      ...{ deliveryRun: 1, retryAttempts: 0, manualRetryCount: 0, version: 1, attempts: [], hasWaiter: true },
      ...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
    });
    // In the notifications, only `endpointIds` changes, and `outbox` is removed.
    expect(world.table.items('NTF')).toEqual(
      before.map(({ outbox: _, ...item }) => ({ ...item, endpointIds: [endpoint.id] })),
    );
  });

  it.each([
    ['an event that it does not choose', { eventType: 'CREATED_ON_RAMP' }, 0],
    ['an event that it chooses', { eventType: 'CANCELLED_ON_RAMP' }, 4],
    ['what it was sent', { status: 'SENT' }, 0],
    ['what it was not sent', { status: 'NOT_SENT' }, 4],
    ['a range', { createdFrom: '2026-01-15T12:00:01Z', createdTo: '2026-01-15T12:00:02Z' }, 2],
  ])('goes by its own choice of events and its own statuses: %s', async (_, body, accepted) => {
    const { replayTo, deliveries } = await newEndpoint(['CANCELLED_ON_RAMP']);
    expect((await replayTo(body)).body.data).toEqual({ accepted, nextCreatedFrom: null });
    expect(deliveries()).toHaveLength(accepted);
  });

  it('begins the deliveries that have ended there again, and no others', async () => {
    const world = await createWorld('replayWebhookNotifications');
    const { endpoint } = await storeEndpoint(world);
    const ended = await storeAttempted(world, 'SENT', { endpointIds: [endpoint.id] });
    await storeFailedDelivery(ended, { status: 'SENT' });
    await storeAttempted(world, 'SENT', { sequence: 2, endpointIds: [endpoint.id] });
    const response = await replay(world, { endpointId: endpoint.id });
    expect(response.body.data).toEqual({ accepted: 1, nextCreatedFrom: null });
    const again = { status: 'PENDING', deliveryRun: 2, replayCount: 1, queue: 'RETRY', version: 7 };
    expect(world.table.items('DELIVERY')).toMatchObject([again, { status: 'PENDING', deliveryRun: 1 }]);
    expect(replayed(world)).toEqual([]);
  });

  it('is the replay of the notifications themselves by the id of the first endpoint', async () => {
    const { world, replayTo, deliveries } = await newEndpoint();
    const endpointId = String(world.table.items('WEBHOOK')[0]?.id);
    expect((await replayTo({ endpointId: endpointId.toUpperCase() })).body.data.accepted).toBe(3);
    expect(replayed(world)).toHaveLength(3);
    expect(deliveries()).toEqual([]);
  });

  it('works where the first one has no URL', async () => {
    const world = await createWorld('replayWebhookNotifications');
    await storeNotification(world, 1, { deliver: false });
    const { endpoint } = await storeEndpoint(world);
    expect((await replay(world, { endpointId: endpoint.id })).body.data.accepted).toBe(1);
  });

  it('refuses an endpoint that is not known, that was deleted or is of another partner', async () => {
    const { world, endpoint, replayTo, deliveries } = await newEndpoint();
    const unknown = refusal(webhookEndpointNotFound());
    expect(await replayTo({ endpointId: 'no-id' })).toMatchObject(unknown);
    const stranger = await world.newPartner();
    const foreign = { body: { endpointId: endpoint.id }, partner: stranger };
    expect(await world.call(handler, foreign)).toMatchObject(unknown);
    await deleteEndpoint(world, endpoint);
    expect(await replayTo()).toMatchObject(unknown);
    expect(deliveries()).toEqual([]);
  });

  it('stores one delivery when another replay to it was quicker', async () => {
    const { world, endpoint, sent, replayTo, deliveries } = await newEndpoint();
    world.table.beforeNextWrite(() => another(endpoint.id, sent));
    expect((await replayTo({ createdTo: sent.createdAt })).body.data.accepted).toBe(0);
    expect(deliveries()).toHaveLength(1);
    expect(world.table.items('NTF')[0]).toMatchObject({ endpointIds: [endpoint.id] });
  });

  it('keeps the delivery that a replay to another endpoint adds at the same time', async () => {
    const { world, endpoint, sent, replayTo, deliveries } = await newEndpoint();
    const other = await storeEndpoint(world);
    world.table.beforeNextWrite(() => another(other.endpoint.id, sent));
    expect((await replayTo({ createdTo: sent.createdAt })).body.data.accepted).toBe(1);
    expect(deliveries()).toHaveLength(2);
    expect(world.table.items('NTF')[0]).toMatchObject({ endpointIds: [other.endpoint.id, endpoint.id], version: 2 });
  });

  it('goes on where a request with the same key ended, and stores no delivery twice', async () => {
    const { world, replayTo, deliveries } = await newEndpoint();
    const headers = { 'idempotency-key': 'a-key-of-the-partner-0003' };
    const beforeNextTransaction = (act: () => void) => world.table.beforeNext('TransactWriteItems', act);
    beforeNextTransaction(() => beforeNextTransaction(() => world.table.throttle(5, 'TransactWriteItems')));
    expect(await replayTo({}, headers)).toMatchObject(refusal(serviceUnavailable()));
    expect(deliveries()).toHaveLength(1);
    // A worker sent the notification in the meantime, so the repeated replay does not send it again.
    await storeFailedDelivery(notificationItem.parse(world.table.items('NTF')[0]), { status: 'SENT' });
    world.advance(15_001);
    expect((await replayTo({}, headers)).body.data).toEqual({ accepted: 4, nextCreatedFrom: null });
    expect(deliveries().map(({ status, deliveryRun }) => [status, deliveryRun])).toEqual([
      ['SENT', 1],
      ...Array.from({ length: 4 }, () => ['PENDING', 1]),
    ]);
  });

  it('stops at the first of a transaction that cannot be written, so that none comes before it', async () => {
    const { world, sent, replayTo, deliveries } = await newEndpoint();
    world.table.conflict(100);
    expect((await replayTo()).body.data).toEqual({ accepted: 0, nextCreatedFrom: sent.createdAt });
    expect(deliveries()).toEqual([]);
  });

  it('takes the place of the oldest deleted endpoint in a notification that went to many', async () => {
    const world = await createWorld('replayWebhookNotifications');
    const { endpoint: existing } = await storeEndpoint(world);
    const deleted = Array.from({ length: MAX_DELIVERIES - 1 }, (_, at) => `deleted-${at}`);
    const item = await storeAttempted(world, 'SENT', { endpointIds: [existing.id, ...deleted] });
    const [, oldest = missing()] = await readEndpointDeliveries(item);
    await deliveryStore.save(oldest, { ...oldest, status: 'FAILED', version: 2 });
    await deliveryStore.putResponse(oldest, { at: '2026-01-15T12:00:00.000Z', text: 'a response' });
    const { endpoint } = await storeEndpoint(world);
    expect((await replay(world, { endpointId: endpoint.id })).body.data.accepted).toBe(1);
    const [, ...others] = deleted;
    expect(world.table.items('NTF')).toEqual([{ ...item, endpointIds: [existing.id, ...others, endpoint.id] }]);
    const sentTo = world.table.items('DELIVERY').map(({ endpointId }) => endpointId);
    expect(sentTo.toSorted()).toEqual([existing.id, ...others, endpoint.id].toSorted());
    expect(world.table.items('RESPONSE')).toEqual([]);
  });

  it('leaves out a full notification while the delivery that would go has not ended', async () => {
    const world = await createWorld('replayWebhookNotifications');
    const endpointIds = Array.from({ length: MAX_DELIVERIES }, (_, at) => `deleted-${at}`);
    const item = await storeAttempted(world, 'SENT', { endpointIds });
    const { endpoint } = await storeEndpoint(world);
    expect((await replay(world, { endpointId: endpoint.id })).body.data.accepted).toBe(0);
    expect(world.table.items('NTF')).toEqual([item]);
    expect(world.table.items('DELIVERY')).toHaveLength(MAX_DELIVERIES);
  });

  it('makes tests wait for no other one', async () => {
    const world = await createWorld('replayWebhookNotifications');
    const test = { subject: { kind: 'PARTNER', id: world.partner.id }, event: 'TEST_EVENT' } as const;
    for (const sequence of [1, 2]) await storeNotification(world, sequence, { ...test, deliver: false });
    const { endpoint } = await storeEndpoint(world);
    expect((await replay(world, { endpointId: endpoint.id })).body.data.accepted).toBe(2);
    for (const item of world.table.items('DELIVERY')) expect(item.nextReleased).toBe(true);
  });
});
