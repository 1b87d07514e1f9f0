/** Rows F30 and F31 (docs/reliability.md): first attempts are made in the order of the events. */
import { describe, expect, it, vi } from 'vitest';
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import { startReplay } from '#shared/webhooks/domain/delivery';
import { testPayload } from '#shared/webhooks/domain/payload';
import type { NotificationItem } from '#shared/webhooks/item';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { newNotificationItem } from '#shared/webhooks/repository';
import { notification, PARTNER, START_MS, workerOn } from '#test/unit/delivery/fakes';

const item = notification(1);
const message = nextAttemptMessage(item);

describe('the order of first attempts', () => {
  const second = notification(2);

  it.each<[string, Partial<NotificationItem>, boolean]>([
    ['has made its first attempt', { nextReleased: true, retryAttempts: 1 }, true],
    ['is sent', { status: 'SENT' }, true],
    ['is given up', { status: 'FAILED' }, true],
    ['holds the lease of its first attempt', { leaseUntil: START_MS + 9 }, false],
  ])('is sent when the previous one %s', async (_, overrides, goesOn) => {
    const { on, sender } = workerOn([notification(1, overrides), second]);
    await deliver(on, nextAttemptMessage(second));
    expect(sender.received).toHaveLength(goesOn ? 1 : 0);
  });

  it('skips those that are never delivered, in both directions', async () => {
    const third = notification(3);
    const { on, store, queues, sender } = workerOn([item, notification(2, { status: 'NOT_SENT' }), third]);
    await deliver(on, nextAttemptMessage(third));
    expect(sender.received).toHaveLength(0);
    await deliver(on, message);
    expect(queues.drain().map(({ message: { id } }) => id)).toEqual([third.id]);
    expect(store.get(item).status).toBe('SENT');
  });

  it.each([
    ['a transaction', 'tx-1'],
    ['a user', undefined],
  ])('wakes, about %s, one that was blocked before the one before it was replayed', async (_, transactionId) => {
    const unsent = notification(2, { transactionId, status: 'NOT_SENT', nextReleased: true });
    const third = notification(3);
    const { on, store, queues, sender } = workerOn([item, unsent, third]);
    await deliver(on, nextAttemptMessage(third));
    const again = startReplay(unsent, START_MS);
    expect(await store.save(unsent, again)).toEqual({ saved: true });
    await deliver(on, nextAttemptMessage(again));
    expect(sender.received).toHaveLength(0);
    await deliver(on, message);
    for (let woken = queues.drain(); woken.length > 0; woken = queues.drain())
      for (const { message: next } of woken) await deliver(on, next);
    expect(sender.received.map(({ id }) => id)).toEqual([item.id, unsent.id, third.id]);
  });

  it('wakes, among events of the partner itself, one that was committed and blocked before its predecessor', async () => {
    vi.stubEnv('STAGE', 'sandbox');
    const testEvent = (sequence: number) =>
      newNotificationItem({
        subject: { kind: 'PARTNER', id: PARTNER },
        sequence,
        partnerId: PARTNER,
        event: 'TEST_EVENT',
        userId: null,
        payload: testPayload(),
        deliver: true,
        atMs: START_MS,
      });
    const [first, second, third] = [testEvent(1), testEvent(2), testEvent(3)];
    const { on, store, queues, sender } = workerOn([first, third]);
    await deliver(on, nextAttemptMessage(third));
    store.put(second);
    await deliver(on, nextAttemptMessage(second));
    await deliver(on, nextAttemptMessage(first));
    for (let woken = queues.drain(); woken.length > 0; woken = queues.drain())
      for (const { message: next } of woken) await deliver(on, next);
    expect(sender.received.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
  });

  it('does not hold up a manual retry of one that had its first attempt', async () => {
    const again = notification(2, { deliveryRun: 2, firstAttemptAt: START_MS, nextReleased: true });
    const { on, sender } = workerOn([item, again]);
    await deliver(on, nextAttemptMessage(again));
    expect(sender.received.map(({ id }) => id)).toEqual([again.id]);
  });
});
