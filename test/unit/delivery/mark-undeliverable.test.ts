/** The order of first attempts after a notification was given up. */
import { expect, it } from 'vitest';
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import { markUndeliverable } from '#functions/workers/mark-undeliverable/mark-undeliverable';
import type { NotificationItem } from '#shared/webhooks/item';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import {
  Clock,
  FIRST_ATTEMPTS_QUEUE,
  MemoryQueues,
  MemoryStore,
  noEventBuses,
  notification,
  ok,
  RETRIES_QUEUE,
  ScriptedSender,
} from '#test/unit/delivery/fakes';

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

it('a manual retry of a failed notification that never had its first attempt keeps its place in the order', async () => {
  const { on, store, queues, clock } = world(item, second);
  await markUndeliverable(on, nextAttemptMessage(second));
  const again = { ...store.get(second), status: 'PENDING' as const, deliveryRun: 2 };
  store.put(again);
  const sender = new ScriptedSender([ok]);
  const targets = {
    forDelivery: async () => ({ kind: 'URL' as const, url: 'https://partner.example', secrets: ['whsec_AAAA'] }),
  };
  const { now, pause } = clock;
  const delivery = {
    ...on,
    queues,
    sender,
    eventBuses: noEventBuses,
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
