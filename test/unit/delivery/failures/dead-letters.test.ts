/** Failure rows (docs/reliability.md) about dead letters and the order of first attempts. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import { markUndeliverable } from '#functions/workers/mark-undeliverable/mark-undeliverable';
import type { NotificationItem } from '#shared/webhooks/item';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { crashAt, expectNothingLost, Line } from '#test/unit/delivery/failures/line';
import {
  FIRST_ATTEMPTS_QUEUE,
  notification,
  ok,
  RETRIES_QUEUE,
  refused,
  START_MS,
  workerOn,
} from '#test/unit/delivery/fakes';

let line: Line;
const [first, second, third] = [notification(1), notification(2), notification(3)];

beforeEach(() => {
  line = new Line();
});
afterEach(() => {
  globalThis.atCrashPoint = undefined;
});

/** Makes every delivery attempt of this notification throw in the worker. */
function poison({ id }: NotificationItem): void {
  line.respond = (post) => {
    if (post.id === id) throw new Error('out of memory');
    return ok;
  };
}

describe('dead letters', () => {
  it('F24 a message that cannot be read ends there and stays; the redrive delivers its item', async () => {
    line.off.stream = true;
    line.commit(first);
    line.enqueue(FIRST_ATTEMPTS_QUEUE, '{"id":');
    expect(await line.run(20)).toBe(true);
    expect(line.dead).toMatchObject([{ text: '{"id":' }]);
    expect(line.findPosts(first)).toHaveLength(1);
    expectNothingLost(line);
  });

  it('F24 a message whose item is gone ends there and stays', async () => {
    line.enqueue(RETRIES_QUEUE, nextAttemptMessage(first));
    await line.run(20);
    expect(line.dead).toHaveLength(1);
  });

  it('F25 a poison notification is given up after five receives, and those after it are delivered', async () => {
    poison(first);
    line.commit(first, second);
    expect(await line.run()).toBe(true);
    expect(line.store.get(first)).toMatchObject({ status: 'FAILED', failedReason: 'INFRASTRUCTURE' });
    expect(line.store.get(second).status).toBe('SENT');
    const [{ atMs = 0 } = {}] = line.findPosts(second);
    expect(atMs - START_MS).toBeLessThanOrEqual(15 * 60_000);
    expect(line.dead).toEqual([]);
  });

  it('F26 a crash before the mark: the dead letter is received again, and FAILED is written later', async () => {
    poison(first);
    const crash = crashAt('dlq.beforeMark');
    line.commit(first);
    expect(await line.run()).toBe(true);
    expect(crash.left).toBe(0);
    expect(line.store.get(first)).toMatchObject({ status: 'FAILED', failedReason: 'INFRASTRUCTURE' });
  });

  it.each(['dlq.afterMark', 'dlq.afterWakeNext'] as const)(
    'F27 a crash after the mark (%s): one FAILED, and the next one is woken',
    async (point) => {
      line.off.redrive = true;
      poison(first);
      crashAt(point);
      line.commit(first, second);
      expect(await line.run()).toBe(true);
      expect(line.store.get(first)).toMatchObject({ status: 'FAILED', version: 2 });
      expect(line.store.get(second).status).toBe('SENT');
    },
  );

  it('F29 a consumer of dead letters is down for hours: they wait, and are marked when it is back', async () => {
    poison(first);
    line.off.deadLetters = true;
    line.off.redrive = true;
    line.commit(first);
    await line.run(300);
    expect(line.dead).toHaveLength(1);
    // The status is PENDING until the dead letter is processed. Until then, a manual retry returns 409.
    expect(line.store.get(first).status).toBe('PENDING');
    line.off.deadLetters = false;
    expect(await line.run(5)).toBe(true);
    expect(line.store.get(first).status).toBe('FAILED');
  });
});

describe('the order of first attempts', () => {
  it.each([
    ['blocked', {}],
    ['poison', { poison: true }],
    ['lost', { lost: true }],
  ])('F30 after one that is %s none waits for ever, and the order is kept', async (_, how) => {
    if ('poison' in how) poison(second);
    line.commit(first, second, third);
    await line.publish();
    if ('lost' in how) line.queued = line.queued.slice(1);
    line.queued.reverse();
    expect(await line.run(60)).toBe(true);
    const order = [...new Set(line.posts.map(({ id }) => id))];
    expect(order).toEqual([first.id, second.id, third.id]);
  });

  it('F31 a crash after a notification was blocked: the previous one is read again, and nothing else happens', async () => {
    const crash = crashAt('delivery.afterBlock');
    line.commit(first, second);
    await line.publish();
    line.queued.reverse();
    expect(await line.run(60)).toBe(true);
    expect(crash.left).toBe(0);
    expect(line.posts).toHaveLength(2);
    expectNothingLost(line);
  });

  it.each([
    ['before the one ahead is posted', 'delivery.afterClaim'],
    ['while the one ahead is recorded', 'delivery.afterPost'],
    ['before the next one is read', 'delivery.afterResend'],
    ['after the next one was read', 'delivery.afterWakeNext'],
  ] as const)('F32 a commit %s: it is woken or goes by itself, once, without the redrive', async (_, point) => {
    line.off.redrive = true;
    line.commit(first);
    let committed = false;
    globalThis.atCrashPoint = (name) => {
      if (name !== point || committed) return;
      committed = true;
      line.commit(second);
    };
    expect(await line.run()).toBe(true);
    expect(line.posts.map(({ id }) => id)).toEqual([first.id, second.id]);
    expectNothingLost(line);
  });

  it('F30 a manual retry of a failed one that never had its first attempt keeps its place', async () => {
    const { on, store, sender } = workerOn([first, second], [ok]);
    await markUndeliverable(on, nextAttemptMessage(second));
    const again = { ...store.get(second), status: 'PENDING' as const, deliveryRun: 2 };
    store.put(again);
    expect(await deliver(on, nextAttemptMessage(again))).toBe('done');
    expect(sender.received).toHaveLength(0);
  });

  it('F30 a failing one delays the others for its first attempt only', async () => {
    line.respond = ({ id }) => (id === first.id ? refused : ok);
    line.commit(first, second, third);
    expect(await line.run()).toBe(true);
    expect(line.posts.slice(0, 3).map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    expect(line.posts[2]?.atMs).toBe(START_MS);
    expectNothingLost(line);
    // The queue message of an earlier attempt has no effect.
    expect(await deliver(line.on, nextAttemptMessage(first))).toBe('done');
    expect(line.findPosts(first)).toHaveLength(5);
  });
});
