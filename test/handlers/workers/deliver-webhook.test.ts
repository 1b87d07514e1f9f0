import { describe, expect, it } from 'vitest';
import { dependencies } from '#functions/workers/deliver-webhook/dependencies';
import { handler } from '#functions/workers/deliver-webhook/handler';
import { isSignedBy } from '#shared/http/signature';
import { readEndpointDeliveries } from '#shared/webhooks/listing/repository';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { EVENT_BUS_ARN, storeBusEndpoint } from '#test/support/handlers/endpoints';
import { storeNotification } from '#test/support/handlers/notifications';
import { leaves, queueEvent } from '#test/support/handlers/worker-events';
import { createWorld, type World } from '#test/support/handlers/world';

/** Creates a partner and a notification. The partner's endpoint returns the given status. */
async function waiting(status = 200) {
  const world = await createWorld('deliverWebhook');
  const target = await world.webhookTarget();
  world.web.on(target.url, { status, body: 'thanks' });
  const item = await storeNotification(world);
  return { world, target, item, event: queueEvent('first-attempts', [nextAttemptMessage(item)]) };
}

const stored = (world: World) => world.table.items('NTF')[0];

it('posts the notification, signed, and stores that it was sent', async () => {
  const { world, target, item, event } = await waiting();
  expect(await handler(event)).toEqual(leaves());
  const [request] = world.web.requests;
  expect(request).toMatchObject({ method: 'POST', url: target.url, body: item.body });
  const { 'webhook-id': id = '', 'webhook-timestamp': timestampS = '', ...headers } = request?.headers ?? {};
  expect(id).toBe(item.id);
  expect(isSignedBy({ id, timestampS, body: item.body }, headers['webhook-signature'] ?? '', [target.secret])).toBe(
    true,
  );
  expect(stored(world)).toMatchObject({
    ...{ status: 'SENT', retryAttempts: 1, version: 2 },
    attempts: [{ statusCode: 200, responseBody: 'thanks' }],
  });
  expect(world.queues.sent).toEqual([]);
});

it.each(['sandbox', 'production'] as const)('injects faults in the sandbox alone: %s', async (stage) => {
  await createWorld('deliverWebhook', { stage });
  expect('faultInjectionFor' in dependencies()).toBe(stage === 'sandbox');
});

describe('of an endpoint with an event bus', () => {
  async function waitingForBus() {
    const world = await createWorld('deliverWebhook');
    const { id: endpointId } = await storeBusEndpoint(world);
    const item = await storeNotification(world, 1, { deliver: false, endpointIds: [endpointId] });
    const [delivery] = await readEndpointDeliveries(item);
    if (delivery === undefined) throw new Error('There is no delivery');
    return { world, item, event: queueEvent('first-attempts', [nextAttemptMessage(delivery)]) };
  }
  const delivery = (world: World) => world.table.items('DELIVERY')[0];

  it('puts the body on the bus in the name of the partner, and stores that it was sent', async () => {
    const { world, item, event } = await waitingForBus();
    expect(await handler(event)).toEqual(leaves());
    expect(world.bus.events).toEqual([
      {
        ...{ busName: EVENT_BUS_ARN, source: `partner-ramp/${world.partner.id}`, detailType: 'CANCELLED_ON_RAMP' },
        detail: { ...JSON.parse(item.body), id: item.id },
      },
    ]);
    expect(delivery(world)).toMatchObject({
      ...{ status: 'SENT', retryAttempts: 1 },
      attempts: [{ statusCode: null, error: null, responseBody: '{"EventId":"1"}' }],
    });
    expect(world.web.requests).toEqual([]);
  });

  it('stores the code of an entry that the bus refused, and tries again later', async () => {
    const { world, event } = await waitingForBus();
    world.bus.refuse(1);
    expect(await handler(event)).toEqual(leaves());
    expect(delivery(world)).toMatchObject({
      ...{ status: 'PENDING', retryAttempts: 1 },
      attempts: [{ statusCode: null, error: 'ThrottlingException' }],
    });
    expect(world.table.items('ENDPOINT_HEALTH')).toMatchObject([{ lastError: 'ThrottlingException' }]);
    expect(world.queues.sent).toMatchObject([{ queue: 'retries', message: { attemptsMade: 1 }, delayS: 60 }]);
  });

  it('stores a call that failed as an attempt', async () => {
    const { world, event } = await waitingForBus();
    world.bus.failNext();
    expect(await handler(event)).toEqual(leaves());
    expect(delivery(world)).toMatchObject({ status: 'PENDING', attempts: [{ error: expect.any(String) }] });
  });
});

it('sends the next attempt to the queue of retries after a refusal', async () => {
  const { world, item, event } = await waiting(500);
  expect(await handler(event)).toEqual(leaves());
  expect(stored(world)).toMatchObject({ status: 'PENDING', retryAttempts: 1, attempts: [{ statusCode: 500 }] });
  const message = { ...nextAttemptMessage(item), attemptsMade: 1 };
  expect(world.queues.sent).toEqual([{ queue: 'retries', message, delayS: 60 }]);
});

it('stores a target that gave no response in time', async () => {
  const { world, target, event } = await waiting();
  world.web.timeOut(target.url);
  await handler(event);
  expect(stored(world)).toMatchObject({ attempts: [{ statusCode: null, error: 'Timed out after 10 s' }] });
});

it.each([
  ['the table is throttled', (world: World) => world.table.throttle()],
  ['the key service does not respond', (world: World) => world.keys.failNext()],
])('leaves the message in the queue when %s', async (_, fail) => {
  const { world, event } = await waiting();
  fail(world);
  expect(await handler(event)).toEqual(leaves('message-0'));
  expect(world.queues.postponed).toEqual([{ queue: 'first-attempts', receiptHandle: 'receipt-0', hiddenS: 5 }]);
  expect(world.web.requests).toEqual([]);
});

it('F24: leaves a message that it cannot read, and handles the others', async () => {
  const { world, item } = await waiting();
  const event = queueEvent('first-attempts', ['{', nextAttemptMessage(item)]);
  expect(await handler(event)).toEqual(leaves('message-0'));
  expect(stored(world)).toMatchObject({ status: 'SENT' });
});

it('hides a failed message for seconds at first, then longer, then for the time of its queue', async () => {
  const { world } = await waiting();
  for (let receives = 1; receives <= 5; receives += 1)
    expect(await handler(queueEvent('first-attempts', ['{"v":9}'], receives))).toEqual(leaves('message-0'));
  expect(world.queues.postponed.map(({ hiddenS }) => hiddenS)).toEqual([5, 30, 240, 480]);
});

describe('a batch with a crowd at one endpoint', () => {
  /** Stores `count` notifications of a new partner. @returns the messages of their first attempts */
  async function crowd(count: number) {
    const { world, item, event: first } = await waiting();
    const items = [item];
    while (items.length < count) items.push(await storeNotification(world, items.length + 1));
    return { world, first, messages: items.map(nextAttemptMessage) };
  }

  it('leaves the queue of first attempts if this worker does not know the endpoint: no attempt holds the batch', async () => {
    const { world, messages } = await crowd(5);
    expect(await handler(queueEvent('first-attempts', [...messages, '{']))).toEqual(leaves('message-5'));
    expect(world.web.requests).toEqual([]);
    expect(world.queues.sent).toEqual(messages.map((message) => ({ queue: 'retries', message, delayS: 0 })));
    expect(new Set(world.queues.groups)).toEqual(new Set([world.partner.id]));
  });

  it('is delivered from the queue of retries', async () => {
    const { world, messages } = await crowd(5);
    await handler(queueEvent('retries', messages));
    expect(world.web.requests).not.toEqual([]);
    expect(world.queues.sent.filter(({ queue }) => queue === 'retries')).toEqual([]);
  });

  it.each([
    ['it is a smaller one', 4, false],
    ['the endpoint was quick just now', 6, true],
  ])('stays if %s', async (_, count, isKnown) => {
    const { world, first, messages } = await crowd(count);
    if (isKnown) await handler(first);
    const before = world.web.requests.length;
    await handler(queueEvent('first-attempts', isKnown ? messages.slice(1) : messages));
    expect(world.web.requests.length).toBeGreaterThan(before);
    expect(world.queues.sent.filter(({ queue }) => queue === 'retries')).toEqual([]);
  });
});
