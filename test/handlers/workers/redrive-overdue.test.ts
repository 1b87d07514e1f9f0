import { expect, it } from 'vitest';
import { handler } from '#functions/workers/redrive-overdue/handler';
import { duePartition, transactionKey } from '#shared/dynamodb/keys';
import { putItem } from '#shared/dynamodb/writes';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import type { NotificationItem } from '#shared/webhooks/item';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { anOnRamp } from '#test/support/builders/transactions';
import { storeNotification } from '#test/support/handlers/notifications';
import { createWorld } from '#test/support/handlers/world';

/** Time in ms after which a first attempt is overdue. */
const OVERDUE_MS = 120_000;
/** Time in ms after a redrive until an item is overdue again. */
const INTERVAL_MS = 300_000;

const redrive = (event: unknown = {}) => handler(event);

/** Stores the next version of a notification, as deliveries do. */
async function change(item: NotificationItem, changes: Partial<NotificationItem>): Promise<NotificationItem> {
  const after = { ...item, ...changes, version: item.version + 1 };
  await deliveryStore.save(item, after);
  return after;
}

it('first puts on record whose table it is, once, and goes on where it cannot', async () => {
  const world = await createWorld('redriveOverdue');
  const item = await storeNotification(world);
  world.advance(OVERDUE_MS + 1);
  world.table.failNext(new Error('no table'), 'write');
  expect(await redrive()).toEqual({ NTF: 1 });
  expect(world.table.items('STAGE')).toEqual([]);
  for (let run = 0; run < 2; run += 1) {
    await redrive();
    expect(world.table.items('STAGE')).toMatchObject([{ stage: 'sandbox' }]);
  }
  expect(world.queues.sent).toMatchObject([{ message: nextAttemptMessage(item) }]);
});

it('sends what is overdue again, once in five minutes', async () => {
  const world = await createWorld('redriveOverdue');
  const item = await storeNotification(world);
  expect(await redrive()).toEqual({});
  world.advance(OVERDUE_MS + 1);
  await storeNotification(world, 2);
  expect(await redrive()).toEqual({ NTF: 1 });
  const sent = { queue: 'first-attempts', message: nextAttemptMessage(item), delayS: 0 };
  expect(world.queues.sent).toEqual([sent]);
  const [stored] = world.table.items('NTF');
  const { outbox: _, ...rest } = item;
  expect(stored).toEqual({ ...rest, dueAt: Date.now() + INTERVAL_MS });
  expect(await redrive()).toEqual({});
  world.advance(INTERVAL_MS + 1);
  expect(await redrive()).toEqual({ NTF: 2 });
});

it.each([
  ['a retry', { firstAttemptAt: 1, retryAttempts: 2 }],
  ['a replay', { queue: 'RETRY', deliveryRun: 2 }],
] as const)('sends %s to the queue of retries', async (_, changes) => {
  const world = await createWorld('redriveOverdue');
  const item = await change(await storeNotification(world), changes);
  world.advance(OVERDUE_MS + 1);
  await redrive();
  expect(world.queues.sent).toEqual([{ queue: 'retries', message: nextAttemptMessage(item), delayS: 0 }]);
});

it('waits for the end of an attempt that is being made', async () => {
  const world = await createWorld('redriveOverdue');
  await change(await storeNotification(world), { leaseUntil: Date.now() + OVERDUE_MS + 10_001 });
  world.advance(OVERDUE_MS + 1);
  await redrive();
  expect(world.queues.sent).toMatchObject([{ delayS: 11 }]);
});

it('sends the step of a transaction whose deadline has passed', async () => {
  const world = await createWorld('redriveOverdue');
  const { id, partnerId, deadlineMs } = await world.transaction(anOnRamp());
  world.advance(kindFacts.ON_RAMP.expiryMs + 1);
  expect(await redrive()).toEqual({ TX: 1 });
  const { PK: pk, SK: sk } = transactionKey(id);
  const message = { v: 1, entity: 'TX', pk, sk, partnerId, dueAt: deadlineMs };
  expect(world.queues.sent).toEqual([{ queue: 'steps', message, delayS: 0 }]);
  expect(world.table.items('TX')).toMatchObject([{ dueAt: Date.now() + INTERVAL_MS, status: 'PENDING_PAYMENT' }]);
});

it('takes one that has ended out of the index', async () => {
  const world = await createWorld('redriveOverdue');
  await change(await storeNotification(world), { status: 'SENT' });
  world.advance(OVERDUE_MS + 1);
  expect(await redrive()).toEqual({});
  expect(world.queues.sent).toEqual([]);
  const [stored] = world.table.items('NTF');
  expect(stored).toMatchObject({ status: 'SENT', version: 2 });
  expect(stored).not.toHaveProperty('dueAt');
});

it('sends it once when two redrive at the same time', async () => {
  const world = await createWorld('redriveOverdue');
  await storeNotification(world);
  world.advance(OVERDUE_MS + 1);
  world.table.beforeNextWrite(() => redrive());
  expect(await redrive()).toEqual({});
  expect(world.queues.sent).toHaveLength(1);
});

it('sends all that is due later too, after the queues have lost their messages', async () => {
  const world = await createWorld('redriveOverdue');
  const nextAttemptAt = Date.now() + 60_000;
  const waiting = await change(await storeNotification(world), { nextAttemptAt, firstAttemptAt: 1, retryAttempts: 1 });
  // The on-ramp's deadline is later than the maximum delay of a queue message, so the rebuild sends no message for the on-ramp.
  await world.transaction(anOnRamp());
  expect(await redrive({ rebuild: true })).toEqual({ NTF: 1 });
  expect(world.queues.sent).toEqual([{ queue: 'retries', message: nextAttemptMessage(waiting), delayS: 60 }]);
  expect(world.table.items('NTF')).toMatchObject([{ dueAt: nextAttemptAt + OVERDUE_MS }]);
});

it('redrives the other partitions when one cannot be read, and then fails', async () => {
  const world = await createWorld('redriveOverdue');
  await storeNotification(world);
  world.advance(OVERDUE_MS + 1);
  world.table.throttle(1, 'Query');
  await expect(redrive()).rejects.toThrow('1 of 64 partitions could not be redriven');
  expect(world.queues.sent).toHaveLength(1);
});

it('goes on with other items when one cannot be written', async () => {
  const world = await createWorld('redriveOverdue');
  await storeNotification(world);
  await storeNotification(world, 2);
  world.advance(OVERDUE_MS + 1);
  world.table.throttle(1, 'write');
  expect(await redrive()).toEqual({ NTF: 1 });
  expect(world.log.withMessage('An item could not be redriven')).toHaveLength(1);
  expect(await redrive()).toEqual({ NTF: 1 });
});

it('loses nothing when the queue takes no message', async () => {
  const world = await createWorld('redriveOverdue');
  await storeNotification(world);
  world.advance(OVERDUE_MS + 1);
  world.queues.failNext();
  await expect(redrive()).rejects.toThrow('1 of 64 partitions could not be redriven');
  world.advance(INTERVAL_MS + 1);
  expect(await redrive()).toEqual({ NTF: 1 });
});

it('reads past a page of the index', async () => {
  const world = await createWorld('redriveOverdue');
  const duePk = duePartition('one');
  for (let sequence = 1; sequence <= 230; sequence += 1) {
    const item = await storeNotification(world, sequence);
    await world.store(putItem({ ...item, duePk }));
  }
  world.advance(OVERDUE_MS + 1);
  expect(await redrive()).toEqual({ NTF: 230 });
  expect(new Set(world.queues.sent.map(({ message }) => JSON.stringify(message))).size).toBe(230);
});

it('sends a step at its own time in a rebuild, though it was redriven, and leaves what it does not know', async () => {
  const world = await createWorld('redriveOverdue');
  const stepAt = Date.now() - 1000;
  const due = { PK: 'TX#1', partnerId: world.partner.id, duePk: duePartition('any') };
  const step = { ...due, SK: 'SIMULATION', entity: 'SIM', dueAt: Date.now() + INTERVAL_MS, stepAt };
  const unknown = { ...due, SK: 'NEW', entity: 'NEW', dueAt: stepAt };
  await world.store(putItem(step), putItem(unknown));
  expect(await redrive({ rebuild: true })).toEqual({ SIM: 1 });
  expect(world.queues.sent).toMatchObject([{ queue: 'steps', message: { sk: 'SIMULATION', dueAt: stepAt } }]);
  expect(world.table.items('NEW')).toEqual([unknown]);
});
