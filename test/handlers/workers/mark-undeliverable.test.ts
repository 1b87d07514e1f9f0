import { expect, it } from 'vitest';
import { handler } from '#functions/workers/mark-undeliverable/handler';
import { failedEntry } from '#shared/dynamodb/look-ups';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { startManualRetry } from '#shared/webhooks/domain/delivery';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { storeAttempted, storeNotification } from '#test/support/handlers/notifications';
import { leaves, queueEvent } from '#test/support/handlers/worker-events';
import { createWorld } from '#test/support/handlers/world';

const giveUp = (...messages: readonly unknown[]) => handler(queueEvent('webhook-dead-letters', messages));

it('F25: gives a notification up, and wakes the next one of its transaction', async () => {
  const world = await createWorld('markUndeliverable');
  const item = await storeNotification(world);
  const next = await storeNotification(world, 2);
  world.advance(60_000);
  expect(await giveUp(nextAttemptMessage(item))).toEqual(leaves());
  expect(world.table.items('NTF')).toEqual([
    {
      ...{
        ...item,
        outbox: undefined,
        status: 'FAILED',
        failedReason: 'INFRASTRUCTURE',
        nextReleased: true,
        version: 2,
      },
      updatedAt: '2026-01-15T12:01:00.000Z',
      ...failedEntry(item.id, item.createdAt),
    },
    next,
  ]);
  expect(world.queues.sent).toEqual([{ queue: 'first-attempts', message: nextAttemptMessage(next), delayS: 0 }]);
  expect(world.log.withMessage('A notification was given up after internal errors')).toMatchObject([
    { notificationId: item.id, partnerId: world.partner.id, attempt: 1, deliveryRun: 1 },
  ]);
});

it.each([
  ['was sent', 'SENT'],
  ['has failed', 'FAILED'],
] as const)('F28: changes nothing of one that %s since, and wakes the next', async (_, status) => {
  const world = await createWorld('markUndeliverable');
  const item = await storeAttempted(world, status);
  const next = await storeNotification(world, 2);
  expect(await giveUp({ ...nextAttemptMessage(item), attemptsMade: 0 })).toEqual(leaves());
  expect(world.table.items('NTF')).toEqual([item, next]);
  expect(world.queues.sent).toMatchObject([{ message: { id: next.id } }]);
});

it('F28: leaves one alone that is in another delivery run', async () => {
  const world = await createWorld('markUndeliverable');
  const item = await storeAttempted(world, 'FAILED');
  await deliveryStore.save(item, startManualRetry(item, Date.now()));
  expect(await giveUp({ ...nextAttemptMessage(item), attemptsMade: 0 })).toEqual(leaves());
  expect(world.table.items('NTF')).toMatchObject([{ status: 'PENDING', deliveryRun: 2, version: 3 }]);
});

it('F28: leaves one alone that has made other attempts since', async () => {
  const world = await createWorld('markUndeliverable');
  const item = await storeNotification(world);
  await deliveryStore.save(item, { ...item, retryAttempts: 2, version: 2 });
  const stored = world.table.items();
  expect(await giveUp(nextAttemptMessage(item))).toEqual(leaves());
  expect(world.table.items()).toEqual(stored);
});

it('loses to a delivery at the same time', async () => {
  const world = await createWorld('markUndeliverable');
  const item = await storeNotification(world);
  const sent = { ...item, status: 'SENT', nextReleased: true, version: 2 } as const;
  world.table.beforeNextWrite(() => deliveryStore.save(item, sent));
  expect(await giveUp(nextAttemptMessage(item))).toEqual(leaves());
  expect(world.table.items('NTF')).toMatchObject([{ status: 'SENT', version: 2 }]);
});

it('F27: wakes the next when the message comes again after the queue failed', async () => {
  const world = await createWorld('markUndeliverable');
  const item = await storeNotification(world);
  const next = await storeNotification(world, 2);
  world.queues.failNext();
  expect(await giveUp(nextAttemptMessage(item))).toEqual(leaves('message-0'));
  expect(await giveUp(nextAttemptMessage(item))).toEqual(leaves());
  expect(world.table.items('NTF')).toMatchObject([{ status: 'FAILED', version: 2 }, { status: 'PENDING' }]);
  expect(world.queues.sent).toMatchObject([{ message: { id: next.id } }]);
});

it('F24: keeps what it cannot read or find among the dead letters, and handles the rest', async () => {
  const world = await createWorld('markUndeliverable');
  const item = await storeNotification(world);
  const message = nextAttemptMessage(item);
  const unknown = { ...message, sk: 'NTF#0000000099' };
  expect(await giveUp('no json', { ...message, v: 2 }, unknown, message)).toEqual(
    leaves('message-0', 'message-1', 'message-2'),
  );
  expect(world.table.items('NTF')).toMatchObject([{ status: 'FAILED' }]);
});

it('keeps the message while the table is throttled', async () => {
  const world = await createWorld('markUndeliverable');
  const item = await storeNotification(world);
  world.table.throttle(Number.POSITIVE_INFINITY, 'write');
  expect(await giveUp(nextAttemptMessage(item))).toEqual(leaves('message-0'));
  expect(world.table.items('NTF')).toEqual([item]);
});
