import { expect, it } from 'vitest';
import { handler } from '#functions/workers/publish-events/handler';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { storeNotification } from '#test/support/handlers/notifications';
import { leaves, streamEvent, withOpenOutbox } from '#test/support/handlers/worker-events';
import { createWorld, type World } from '#test/support/handlers/world';

/** Stores notifications. @returns their stream event */
async function committed(world: World, count: number) {
  const items = [];
  for (let sequence = 1; sequence <= count; sequence += 1) items.push(await storeNotification(world, sequence));
  return { items, event: streamEvent(withOpenOutbox(world.table.changes)) };
}

it('sends each open notification to its queue, in the group of its partner, and publishes it on the bus', async () => {
  const world = await createWorld('publishEvents');
  const { items, event } = await committed(world, 2);
  expect(await handler(event)).toEqual(leaves());
  expect(world.queues.sent).toEqual(
    items.map((item) => ({ queue: 'first-attempts', message: nextAttemptMessage(item), delayS: 0 })),
  );
  expect(world.queues.groups).toEqual(items.map(({ partnerId }) => partnerId));
  expect(world.bus.events).toEqual(
    items.map((item) => ({
      ...{ busName: 'ramp-bus', source: 'partner-ramp' },
      ...{ detailType: 'notification.ready', detail: nextAttemptMessage(item) },
    })),
  );
});

it('offers what the bus refused again', async () => {
  const world = await createWorld('publishEvents');
  const { event } = await committed(world, 2);
  world.bus.refuse(2);
  expect(await handler(event)).toEqual(leaves());
  expect(world.bus.events).toHaveLength(2);
});

it('has the stream repeat from the first record that the bus keeps refusing', async () => {
  const world = await createWorld('publishEvents');
  const { event } = await committed(world, 12);
  world.bus.refuse(Number.POSITIVE_INFINITY);
  expect(await handler(event)).toEqual(leaves('1'));
  expect(world.log.lines).toContainEqual(expect.objectContaining({ eventsRefused: 12 }));
});

it('tries again when the bus gave no response', async () => {
  const world = await createWorld('publishEvents');
  const { event } = await committed(world, 1);
  world.bus.failNext();
  expect(await handler(event)).toEqual(leaves());
  expect(world.bus.events).toHaveLength(1);
});

it('F08: skips records that it cannot read', async () => {
  const world = await createWorld('publishEvents');
  const { event } = await committed(world, 2);
  const [first, ...others] = event.Records;
  const unreadable = { ...first, dynamodb: { ...first?.dynamodb, NewImage: { entity: { S: 'NTF' } } } };
  expect(await handler({ Records: [unreadable, { eventName: 'INSERT' }, {}, ...others] })).toEqual(leaves());
  expect(world.bus.events).toHaveLength(1);
  expect(world.log.withMessage('Unreadable record skipped')).toHaveLength(3);
});
