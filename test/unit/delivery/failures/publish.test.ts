/** Tests of the failures between commit and queue, as listed in docs/reliability.md. */
import { beforeEach, describe, expect, it } from 'vitest';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { expectNothingLost, Line } from '#test/unit/delivery/failures/line';
import { FIRST_ATTEMPTS_QUEUE, notification } from '#test/unit/delivery/fakes';

let line: Line;
const [first, second, third] = [notification(1), notification(2), notification(3)];

beforeEach(() => {
  line = new Line();
});

describe('between commit and queue', () => {
  it('F04 what is committed while the stream function is down is delivered once when it is back', async () => {
    line.off.stream = true;
    line.commit(first, second);
    await line.run(1);
    expect(line.posts).toEqual([]);
    line.off.stream = false;
    expect(await line.run()).toBe(true);
    expect(line.posts).toHaveLength(2);
    expectNothingLost(line);
  });

  it('F04 the redrive delivers within minutes when the stream function stays down', async () => {
    line.off.stream = true;
    line.commit(first);
    expect(await line.run(7)).toBe(true);
    expect(line.redriven).toBe(1);
    expectNothingLost(line);
  });

  it('F07 what the bus refuses is published again, and its webhook neither waits nor goes out twice', async () => {
    let calls = 0;
    line.takes = (events) => {
      calls += 1;
      return events.map(({ detail }) => calls > 4 || !('id' in detail) || detail.id !== second.id);
    };
    line.commit(first, second, third);
    await line.publish();
    expect(line.queued).toHaveLength(3);
    expect(await line.run()).toBe(true);
    expect(calls).toBe(5);
    expect(line.posts).toHaveLength(3);
    expect(new Set(line.events.map(({ detail }) => 'id' in detail && detail.id)).size).toBe(3);
    expectNothingLost(line);
  });

  it('F08 a record that cannot be read holds up no other, and its item is found by the redrive', async () => {
    line.commit(first, second);
    const [broken] = line.stream;
    if (broken?.dynamodb?.NewImage?.deliveryRun) broken.dynamodb.NewImage.deliveryRun = { S: 'x' };
    const other = notification(1, { PK: 'TX#tx-2', id: notification(9).id });
    line.commit(other);
    await line.publish();
    expect(line.stream).toEqual([]);
    for (const entry of line.queued) await line.receive(entry);
    expect(line.posts.map(({ id }) => id)).toEqual([other.id]);
    expect(await line.run(7)).toBe(true);
    expect(line.posts.map(({ id }) => id)).toEqual([other.id, first.id, second.id]);
  });

  it('F09 a record that the stream has dropped: the redrive delivers its item late', async () => {
    line.commit(first);
    line.stream = [];
    expect(await line.run(7)).toBe(true);
    expect([line.redriven, line.posts.length]).toEqual([1, 1]);
    expectNothingLost(line);
  });
});

describe('at the queue', () => {
  it('F10 a queue that accepts nothing: the stream gives the batch again, and the bus has its events', async () => {
    line.off.sending = true;
    line.commit(first, second);
    await line.publish();
    expect([line.queued.length, line.events.length, line.stream.length]).toEqual([0, 2, 2]);
    line.off.sending = false;
    expect(await line.run()).toBe(true);
    expect([line.posts.length, line.redriven]).toEqual([2, 0]);
    expectNothingLost(line);
  });

  it('F10 the stream function alone cannot reach it: the redrive delivers within minutes', async () => {
    line.off.sending = true;
    line.commit(first);
    expect(await line.run(7)).toBe(true);
    expect([line.posts.length, line.redriven]).toEqual([1, 1]);
    line.off.sending = false;
    expect(await line.run()).toBe(true);
    expect(line.posts).toHaveLength(1);
    expectNothingLost(line);
  });

  it('F11 messages that come twice and in the wrong order', async () => {
    line.commit(first, second, third);
    await line.publish();
    line.queued = [...line.queued, ...line.queued.map((one) => ({ ...one }))].reverse();
    expect(await line.run()).toBe(true);
    expect(line.posts.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    expectNothingLost(line);
  });

  it('F12 a message that the queue loses: the redrive finds the item', async () => {
    line.commit(first, second);
    await line.publish();
    line.queued.shift();
    expect(await line.run(7)).toBe(true);
    expect(line.redriven).toBeGreaterThan(0);
    expectNothingLost(line);
  });
});

it('F44 during a deployment: an old message is read, a newer one stays in the queue, and its item is sent', async () => {
  line.commit(first);
  line.stream = [];
  const { v: _, ...rest } = nextAttemptMessage(first);
  line.enqueue(FIRST_ATTEMPTS_QUEUE, { ...rest, v: 2 });
  const [newer] = line.queued;
  if (newer !== undefined) await line.receive(newer);
  expect([line.posts.length, line.queued.length]).toEqual([0, 1]);
  // An unknown field in a message has no effect.
  line.enqueue(FIRST_ATTEMPTS_QUEUE, { ...nextAttemptMessage(first), priority: 'high' });
  await line.run(20);
  expect(line.posts).toHaveLength(1);
  // The message with the newer format (`v: 2`) remains in the dead-letter queue for an operator.
  expect(line.dead).toHaveLength(1);
  expectNothingLost(line);
});
