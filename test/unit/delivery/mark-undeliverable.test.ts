/** Rows F25–F28: dead letters of the delivery queues. */
import { beforeAll, expect, it } from 'vitest';
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import { markUndeliverable } from '#functions/workers/mark-undeliverable/mark-undeliverable';
import type { NotificationItem } from '#shared/webhooks/item';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import {
  Clock,
  Crash,
  FIRST_ATTEMPTS_QUEUE,
  MemoryQueues,
  MemoryStore,
  notification,
  ok,
  RETRIES_QUEUE,
  ScriptedSender,
} from '#test/unit/delivery/fakes';

beforeAll(() => {
  process.env.LOG_LEVEL = 'silent';
});

const [item, second] = [notification(1), notification(2)];

function world(...items: NotificationItem[]) {
  const [store, queues, clock] = [new MemoryStore(...items), new MemoryQueues(), new Clock()];
  return {
    store,
    queues,
    clock,
    on: {
      store,
      queues,
      firstAttemptsQueueUrl: FIRST_ATTEMPTS_QUEUE,
      retriesQueueUrl: RETRIES_QUEUE,
      now: clock.now,
    },
  };
}

it('F25: gives a poison notification up, then releases and wakes the next', async () => {
  const { on, store, queues } = world(item, second);
  await markUndeliverable(on, nextAttemptMessage(item));
  expect(store.get(item)).toMatchObject({
    status: 'FAILED',
    failedReason: 'INFRASTRUCTURE',
    nextReleased: true,
    version: 2,
  });
  expect(store.get(item)).not.toHaveProperty('firstAttemptAt');
  expect(store.get(item)).not.toHaveProperty('dueAt');
  expect(queues.drain()).toMatchObject([{ queue: 'first', message: { id: second.id } }]);
});

it('F27: wakes the next again after a crash before that', async () => {
  const { on, store, queues } = world(item, second);
  const send = queues.send.bind(queues);
  queues.send = () => Promise.reject(new Crash());
  await expect(markUndeliverable(on, nextAttemptMessage(item))).rejects.toThrow(Crash);
  queues.send = send;
  await markUndeliverable(on, nextAttemptMessage(item));
  expect(store.get(item)).toMatchObject({ status: 'FAILED', version: 2 });
  expect(queues.drain()).toMatchObject([{ message: { id: second.id } }]);
});

it.each<Partial<NotificationItem>>([{ status: 'SENT' }, { deliveryRun: 2 }, { retryAttempts: 2 }])(
  'F28: ignores one that has changed since: %j',
  async (overrides) => {
    const { on, store } = world(notification(1, overrides));
    await markUndeliverable(on, nextAttemptMessage(item));
    expect(store.get(item)).toEqual(notification(1, overrides));
  },
);

it('decides again when the notification changes in between', async () => {
  const { on, store } = world(item);
  const save = store.save.bind(store);
  store.save = async (before, after) => {
    if (store.get(item).status === 'PENDING') store.put({ ...item, status: 'SENT', version: 2 });
    return save(before, after);
  };
  await markUndeliverable(on, nextAttemptMessage(item));
  expect(store.get(item).status).toBe('SENT');
});

it('F24: keeps what it cannot find among the dead letters', async () => {
  await expect(markUndeliverable(world().on, nextAttemptMessage(item))).rejects.toThrow('does not exist');
});

it('a manual retry of a failed notification that never had its first attempt keeps its place in the order', async () => {
  const { on, store, queues, clock } = world(item, second);
  await markUndeliverable(on, nextAttemptMessage(second));
  const again = { ...store.get(second), status: 'PENDING' as const, deliveryRun: 2 };
  store.put(again);
  const sender = new ScriptedSender([ok]);
  const targets = { forPartner: async () => ({ url: 'https://partner.example', secrets: ['whsec_AAAA'] }) };
  const { now, pause } = clock;
  const delivery = {
    ...on,
    queues,
    sender,
    targets,
    retriesQueueUrl: RETRIES_QUEUE,
    waits: [0, 1, 1, 1, 1],
    now,
    pause,
    random: () => 0,
  };
  expect(await deliver(delivery, nextAttemptMessage(again))).toBe('done');
  expect(sender.received).toHaveLength(0);
});
