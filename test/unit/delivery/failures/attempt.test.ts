/** Failure rows of the delivery worker (docs/reliability.md): the claim, the attempt and its writes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import { DUE_SHARDS } from '#shared/dynamodb/keys';
import type { CrashPoint } from '#shared/platform/observability/crash-point';
import { failUndeliverable, startManualRetry } from '#shared/webhooks/domain/delivery';
import type { DeliveryItem, NotificationItem } from '#shared/webhooks/item';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { crashAt, expectNothingLost, Line } from '#test/unit/delivery/failures/line';
import { notification, ok, refused, START_MS } from '#test/unit/delivery/fakes';

let line: Line;
const [first, second] = [notification(1), notification(2)];
const timedOut = { statusCode: null, durationMs: 10_000, error: 'Timed out after 10 s' };

beforeEach(() => {
  line = new Line();
});
afterEach(() => {
  globalThis.atCrashPoint = undefined;
});

/** Returns the times of a notification's attempts, in seconds after the start. */
const times = (item: NotificationItem) => line.findPosts(item).map(({ atMs }) => (atMs - START_MS) / 1000);

/** Crashes at each crash point. The endpoint rejects the first attempt of `first`, and the redrive is disabled. */
it.each<[string, CrashPoint, readonly number[], number]>([
  ['F05 before anything is sent', 'stream.beforeSend', [0, 60], 2],
  ['F06 after the messages are sent, before the bus is called', 'stream.beforePut', [0, 60], 2],
  ['F06 after the bus accepted the batch', 'stream.afterPut', [0, 60], 2],
  ['F15 before the notification is read', 'delivery.received', [120, 180], 2],
  ['F15 before the claim', 'delivery.afterOrderCheck', [120, 180], 2],
  ['F16 after the claim, before the post', 'delivery.afterClaim', [120, 180], 2],
  ['F17 after the post', 'delivery.afterPost', [0, 120], 1],
  ['F19 after the outcome', 'delivery.afterResult', [0, 120], 2],
  ['F19 after the message for the next attempt', 'delivery.afterResend', [0, 60], 2],
  ['F20 after everything but the deletion', 'delivery.afterWakeNext', [0, 60], 2],
])('%s: posts of the same id and bytes, counted once', async (_, point, posts, retryAttempts) => {
  const crash = crashAt(point);
  line.off.redrive = true;
  line.respond = ({ id }, nth) => (id === first.id && nth === 1 ? refused : ok);
  line.commit(first, second);
  expect(await line.run()).toBe(true);
  expect(crash.left).toBe(0);
  expect(times(first)).toEqual(posts);
  expect(line.findPosts(second)).toHaveLength(1);
  expect(line.store.get(first)).toMatchObject({ status: 'SENT', retryAttempts });
  expectNothingLost(line);
});

describe('one message', () => {
  it('F13 received twice at once: one posts, the other waits for the lease and finds it done', async () => {
    line.commit(first);
    await line.publish();
    const [message] = line.queued;
    line.respond = async () => {
      if (message === undefined) return ok;
      const second = { ...message };
      await line.receive(second);
      expect(second.visibleAtMs - line.clock.ms).toBe(26_000);
      return ok;
    };
    expect(await line.run()).toBe(true);
    expect(times(first)).toEqual([0]);
    expectNothingLost(line);
  });

  it('F14 of a throttled function is received later, and no attempt is used up', async () => {
    line.commit(first);
    await line.publish();
    for (const entry of line.queued) entry.visibleAtMs = START_MS + 120_000;
    line.respond = () => refused;
    await line.run(4);
    expect(times(first)).toEqual([120, 180]);
    expect(line.store.get(first)).toMatchObject({ status: 'PENDING', retryAttempts: 2 });
  });

  it.each([
    ['at once', 0],
    ['110 s late', 110_000],
  ])('F16 the same of a message that came %s and is lost: the redrive sends it after the lease', async (_, lateMs) => {
    crashAt('delivery.afterClaim');
    line.commit(first);
    await line.publish();
    line.clock.ms += lateMs;
    for (const message of line.queued) await line.receive(message);
    const { leaseUntil = 0 } = line.store.get(first);
    expect(leaseUntil).toBe(line.clock.ms + 25_000);
    line.queued = [];
    expect(await line.run()).toBe(true);
    const [madeS = 0, ...more] = times(first);
    expect(more).toEqual([]);
    expect(madeS).toBeGreaterThan((leaseUntil - START_MS) / 1000);
    // The delivery is due two minutes after the creation of the notification. The next redrive finds it at most one minute later.
    expect(madeS).toBeLessThanOrEqual(180);
    expectNothingLost(line);
  });

  it('F17 a crash after a long response, before its outcome: the same, and the response stands at no other attempt', async () => {
    crashAt('delivery.afterResponse');
    line.respond = (_, nth) => (nth === 1 ? { ...refused, responseBody: 'x'.repeat(4096) } : ok);
    line.commit(first);
    expect(await line.run()).toBe(true);
    expect(line.findPosts(first)).toHaveLength(2);
    const { attempts, ...item } = line.store.get(first);
    expect(item).toMatchObject({ status: 'SENT', retryAttempts: 1 });
    expect(attempts).toEqual([expect.not.objectContaining({ responseStored: true })]);
    expect(line.store.responses.size).toBe(1);
    expectNothingLost(line);
  });

  it('F18 a response after the deadline counts as a failure: it is sent again, then SENT', async () => {
    line.respond = (_, nth) => (nth === 1 ? timedOut : ok);
    line.commit(first);
    expect(await line.run()).toBe(true);
    expect(times(first)).toEqual([0, 60]);
    expect(line.store.get(first)).toMatchObject({ status: 'SENT', retryAttempts: 2 });
    expectNothingLost(line);
  });

  it('F21 an outcome that cannot be written: the attempt is made again and counted once', async () => {
    const save = line.store.save.bind(line.store);
    let failures = 1;
    line.store.save = async (before, after) => {
      failures -= 1;
      if (failures >= 0) throw new Error('ThrottlingException');
      return save(before, after);
    };
    line.respond = () => refused;
    line.commit(first);
    expect(await line.run()).toBe(true);
    expect(times(first)).toHaveLength(6);
    expect(line.store.get(first)).toMatchObject({ status: 'FAILED', retryAttempts: 5 });
    expectNothingLost(line);
  });
});

it('F34 a failure of the delivery run before a manual retry counts in neither run', async () => {
  line.commit(first);
  line.respond = (_, nth) => {
    if (nth > 1) return ok;
    // During the first attempt, the notification fails and is retried manually. Then the endpoint rejects the first attempt.
    const failed = failUndeliverable(line.store.get(first), { deliveryRun: 1, attemptsMade: 0 }, START_MS);
    if (failed !== undefined) line.commit(startManualRetry(failed, START_MS));
    return refused;
  };
  expect(await line.run()).toBe(true);
  expect(line.store.get(first)).toMatchObject({ status: 'SENT', deliveryRun: 2, retryAttempts: 1 });
  expect(line.store.get(first).attempts).toHaveLength(1);
  // The message of the first delivery run refers to a completed attempt.
  expect(await deliver(line.on, nextAttemptMessage(first))).toBe('done');
  expect(line.posts).toHaveLength(2);
});

describe('a late success', () => {
  it('F22 after another worker wrote a failure: SENT, and the queued retry is dropped', async () => {
    line.commit(first);
    await line.publish();
    const [message] = line.queued;
    line.respond = async (_, nth) => {
      if (nth > 1) return refused;
      // This worker is so slow that its lease expires. Meanwhile the attempt of another worker fails.
      line.clock.ms += 26_000;
      if (message !== undefined) await deliver(line.on, nextAttemptMessage(line.store.get(first)));
      return ok;
    };
    expect(await line.run()).toBe(true);
    expect(line.findPosts(first)).toHaveLength(2);
    expect(line.store.get(first)).toMatchObject({ status: 'SENT' });
    expectNothingLost(line);
  });

  it.each([
    ['FAILED', (item: DeliveryItem) => item],
    ['a manual delivery run', (item: DeliveryItem) => startManualRetry(item, START_MS + 30_000)],
  ])('F23 after %s: SENT', async (_, goOn) => {
    line.commit(first);
    line.respond = () => {
      const item = line.store.get(first);
      const failed = failUndeliverable(item, { deliveryRun: 1, attemptsMade: 0 }, START_MS + 26_000);
      if (failed !== undefined) line.store.put(goOn(failed));
      return ok;
    };
    expect(await line.run()).toBe(true);
    expect(line.findPosts(first)).toHaveLength(1);
    expect(line.store.get(first)).toMatchObject({ status: 'SENT' });
    expectNothingLost(line);
  });
});

describe('clocks and crowds', () => {
  it('F43 two functions whose clocks differ by two seconds: one post, none more than two seconds early', async () => {
    line.respond = (_, nth) => (nth === 1 ? refused : ok);
    line.commit(first);
    await line.publish();
    for (const entry of [...line.queued]) await line.receive(entry);
    const message = nextAttemptMessage(line.store.get(first));
    const fast = { ...line.on, now: () => line.clock.ms + 2000, pause: async () => undefined };
    // The clock of the worker `fast` is two seconds ahead, so this worker makes the attempt two seconds early.
    line.clock.ms = START_MS + 57_000;
    expect(await deliver(fast, message)).toEqual({ retryInMs: 1000 });
    line.clock.ms = START_MS + 58_000;
    const [a, b] = await Promise.all([deliver(fast, message), deliver(line.on, message)]);
    expect(a).toBe('done');
    expect(b === 'done' || b.retryInMs > 0).toBe(true);
    expect(times(first)).toEqual([0, 58]);
  });

  it('F41 a redrive that crashes, and two at once: at most a message too many, and one post', async () => {
    line.off.stream = true;
    line.commit(first, second);
    line.clock.ms += 121_000;
    // The redrive crashes once in each partition of due items.
    crashAt('redrive.afterReschedule', DUE_SHARDS);
    await line.redrive();
    expect(line.queued).toEqual([]);
    line.clock.ms += 300_001;
    await Promise.all([line.redrive(), line.redrive()]);
    expect(line.queued).toHaveLength(2);
    expect(await line.run(10)).toBe(true);
    expect(line.posts).toHaveLength(2);
    expectNothingLost(line);
  });

  it('F41 a redrive that crashes before it reschedules an item, or after it sent: the next one does the rest', async () => {
    for (const point of ['redrive.beforeReschedule', 'redrive.afterSend'] as const) {
      const other = new Line();
      other.off.stream = true;
      other.commit(first);
      crashAt(point, DUE_SHARDS);
      expect(await other.run(10)).toBe(true);
      expect(other.posts).toHaveLength(1);
      expectNothingLost(other);
    }
  });
});
