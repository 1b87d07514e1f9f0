/** Rows F34 and F37 (docs/reliability.md): how the delivery worker processes one message. */
import { describe, expect, it } from 'vitest';
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import { Unstorable } from '#shared/webhooks/deliveries/repository';
import type { NotificationItem } from '#shared/webhooks/item';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { Crash, notification, refused, START_MS, workerOn } from '#test/unit/delivery/fakes';

const item = notification(1);
const message = nextAttemptMessage(item);

describe('a first attempt', () => {
  it('reads no next notification when none waits', async () => {
    const { on, store, queues } = workerOn([item, notification(2)]);
    store.readAdjacent = async () => {
      throw new Error('None waits');
    };
    expect(await deliver(on, message)).toBe('done');
    expect(store.get(item).status).toBe('SENT');
    expect(queues.drain()).toEqual([]);
  });

  it('waits from the time of the event: long in the queue, short in the worker', async () => {
    const { on, clock, sender } = workerOn([item], [], { waits: [5, 1, 1, 1, 1] });
    expect(await deliver(on, message)).toEqual({ retryInMs: 5000 });
    clock.ms = START_MS + 4200;
    expect(await deliver(on, message)).toBe('done');
    expect(clock.ms).toBe(START_MS + 5000);
    expect(sender.received).toHaveLength(1);
  });

  it('of a manual delivery run waits from the request', async () => {
    const again = notification(1, { deliveryRun: 2, updatedAt: new Date(START_MS + 60_000).toISOString() });
    const { on, clock } = workerOn([again], [], { waits: [5, 1, 1, 1, 1] });
    clock.ms = START_MS + 60_000;
    expect(await deliver(on, nextAttemptMessage(again))).toEqual({ retryInMs: 5000 });
  });
});

describe('the schedule', () => {
  it('delays by 900 s at most; the rest is waited by visibility', async () => {
    const last = notification(1, { retryAttempts: 3, firstAttemptAt: START_MS, nextReleased: true });
    const { on, queues, clock } = workerOn([last], [refused], { random: () => 0.999 });
    await deliver(on, nextAttemptMessage(last));
    const [sent] = queues.drain();
    expect(sent?.delayS).toBe(900);
    clock.ms += 900_000;
    expect(sent && (await deliver(on, sent.message))).toEqual({ retryInMs: 89_000 });
  });

  it('postpones a message that comes early; less than a second is waited by the worker', async () => {
    const waiting = notification(1, {
      retryAttempts: 1,
      firstAttemptAt: START_MS,
      nextReleased: true,
      nextAttemptAt: START_MS + 30_000,
    });
    const { on, clock, sender } = workerOn([waiting]);
    expect(await deliver(on, nextAttemptMessage(waiting))).toEqual({ retryInMs: 30_000 });
    expect(sender.received).toHaveLength(0);
    clock.ms = START_MS + 29_300;
    expect(await deliver(on, nextAttemptMessage(waiting))).toBe('done');
    expect(clock.ms).toBe(START_MS + 30_000);
  });
});

describe('what has no endpoint (F37)', () => {
  it.each([
    ['No webhook URL', { kind: 'NONE', reason: 'No webhook URL', isFinal: false } as const],
    ['No webhook secret', { kind: 'URL', url: 'https://partner.example/hooks', secrets: [] } as const],
  ])('fails an attempt with "%s"', async (error, target) => {
    const { on, store, sender } = workerOn([item], [], { targets: { forDelivery: async () => target } });
    await deliver(on, message);
    expect(sender.received).toHaveLength(0);
    expect(store.get(item)).toMatchObject({
      retryAttempts: 1,
      latestErrorPayload: JSON.stringify({ success: false, error: { message: error, id: item.id } }),
      attempts: [{ statusCode: null, durationMs: 0, error }],
    });
  });
});

describe('a response that the table refuses', () => {
  it('is left out, and the attempt is stored with the next one planned', async () => {
    const { on, store, queues } = workerOn([item], [{ ...refused, responseBody: '{"a":1}' }]);
    const { save } = store;
    store.save = (before, after) =>
      after.attempts.some(({ responseBody }) => responseBody !== undefined)
        ? Promise.reject(new Unstorable('refused'))
        : save.call(store, before, after);
    expect(await deliver(on, message)).toBe('done');
    expect(store.get(item)).toMatchObject({
      status: 'PENDING',
      retryAttempts: 1,
      latestErrorPayload: JSON.stringify({ success: false, error: { message: 'HTTP 503', id: item.id } }),
      attempts: [{ statusCode: 503, error: 'HTTP 503' }],
    });
    expect(queues.drain()).toMatchObject([{ delayS: 60 }]);
  });

  it('stores a long response once, as an item of its own, and before its outcome', async () => {
    const long = JSON.stringify({ error: 'x'.repeat(3000) });
    const { on, store } = workerOn([item], [{ ...refused, responseBody: long }]);
    const save = store.save;
    let before: readonly string[] = [];
    store.save = (...outcome) => {
      before = [...store.responses.values()];
      return save.apply(store, outcome);
    };
    expect(await deliver(on, message)).toBe('done');
    expect(before).toEqual([long]);
    const stored = store.get(item);
    expect(stored.attempts).toMatchObject([{ statusCode: 503, responseStored: true }]);
    expect(JSON.stringify(stored)).not.toContain('xxx');
  });

  it('is recorded without a long response that the table refuses', async () => {
    const { on, store } = workerOn([item], [{ ...refused, responseBody: 'x'.repeat(3000) }]);
    store.putResponse = () => Promise.reject(new Unstorable('refused'));
    expect(await deliver(on, message)).toBe('done');
    expect(store.get(item).attempts).toEqual([expect.not.objectContaining({ responseStored: true })]);
  });

  it('does not hide another failure', async () => {
    const { on, store } = workerOn([item], [{ ...refused, responseBody: '{"a":1}' }]);
    store.save = () => Promise.reject(new Crash());
    await expect(deliver(on, message)).rejects.toThrow(Crash);
  });
});

describe('several messages for one attempt', () => {
  it('a late failure only repeats the message of the current attempt', async () => {
    const { on, store, queues } = workerOn([item]);
    on.sender.send = async () => {
      store.put({
        ...store.get(item),
        version: 2,
        retryAttempts: 1,
        nextAttemptAt: START_MS + 60_000,
        firstAttemptAt: START_MS,
        nextReleased: true,
      });
      return refused;
    };
    await deliver(on, message);
    expect(store.get(item)).toMatchObject({ retryAttempts: 1, version: 2, attempts: [] });
    expect(queues.drain()).toMatchObject([{ queue: 'retry', message: { attemptsMade: 1 }, delayS: 60 }]);
  });

  it.each<[string, Partial<NotificationItem>]>([
    ['is sent', { status: 'SENT', nextReleased: true }],
    ['is given up', { status: 'FAILED', nextReleased: true }],
    ['F34: is in a newer delivery run', { deliveryRun: 2, nextReleased: true }],
  ])('a message whose notification %s ends without an attempt, and wakes the next', async (_, overrides) => {
    const { on, sender, queues } = workerOn([notification(1, overrides), notification(2)]);
    expect(await deliver(on, message)).toBe('done');
    expect(await deliver(on, { ...message, attemptsMade: 2 })).toBe('done');
    expect(sender.received).toHaveLength(0);
    expect(queues.drain().map(({ message: { id } }) => id)).toEqual([notification(2).id, notification(2).id]);
  });

  it('a message for a later attempt, or for no notification, makes no attempt', async () => {
    const { on, sender } = workerOn([item]);
    expect(await deliver(on, { ...message, attemptsMade: 3 })).toBe('done');
    await expect(deliver(on, { ...message, sk: 'NTF#9' })).rejects.toThrow('does not exist');
    await expect(deliver(on, { ...message, sk: 'NTF#9', attemptsMade: 2 })).rejects.toThrow('does not exist');
    expect(sender.received).toHaveLength(0);
  });
});
