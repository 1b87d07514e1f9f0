/** Webhook deliveries with the fault injection of a sandbox partner. */
import { describe, expect, it } from 'vitest';
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import { type FaultMode, INJECTED_DELAY_MS, SLOW_BODY_MS } from '#shared/webhooks/domain/fault-injection';
import type { EventBusSender } from '#shared/webhooks/event-bus-sender';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { notification, ok, refused, START_MS, workerOn } from './fakes';

const injecting = (mode: FaultMode) => ({ faultInjectionFor: async () => ({ mode, rate: 1 }) });
const [one, two] = [notification(1), notification(2)];

describe('a delivery', () => {
  it('injects nothing where fault injection cannot be set', async () => {
    const { on, sender } = workerOn([one]);
    expect(on).not.toHaveProperty('faultInjectionFor');
    expect(await deliver(on, nextAttemptMessage(one))).toBe('done');
    expect(sender.received).toHaveLength(1);
  });

  it.each([
    ['both arrive', [ok, ok], 'SENT'],
    ['the first is refused', [refused, ok], 'SENT'],
    ['the second is refused', [ok, refused], 'SENT'],
    ['both are refused', [refused, refused], 'PENDING'],
  ] as const)('sent twice is one attempt: %s', async (_name, responses, status) => {
    const { on, store, sender } = workerOn([one], [...responses], injecting('DUPLICATE'));
    expect(await deliver(on, nextAttemptMessage(one))).toBe('done');
    expect(sender.received.map(({ id, body }) => [id, body])).toEqual(Array(2).fill([one.id, one.body]));
    expect(store.get(one)).toMatchObject({ status, retryAttempts: 1 });
  });

  it('is delayed, and so are those that wait for it', async () => {
    const { on, clock, sender } = workerOn([one, two], [], injecting('DELAY'));
    expect(await deliver(on, nextAttemptMessage(one))).toEqual({ retryInMs: INJECTED_DELAY_MS });
    clock.ms += INJECTED_DELAY_MS;
    expect(await deliver(on, nextAttemptMessage(two))).toBe('done');
    expect(sender.received).toEqual([]);
    expect(await deliver(on, nextAttemptMessage(one))).toBe('done');
    expect(await deliver(on, nextAttemptMessage(two))).toBe('done');
    expect(sender.received.map(({ id }) => id)).toEqual([one.id, two.id]);
  });

  it('is overtaken', async () => {
    const { on, clock, sender } = workerOn([one, two], [], injecting('REORDER'));
    expect(await deliver(on, nextAttemptMessage(one))).toEqual({ retryInMs: INJECTED_DELAY_MS });
    expect(await deliver(on, nextAttemptMessage(two))).toBe('done');
    clock.ms += INJECTED_DELAY_MS;
    expect(await deliver(on, nextAttemptMessage(one))).toBe('done');
    expect(sender.received.map(({ id }) => id)).toEqual([two.id, one.id]);
  });

  it('loses its first attempt, which is counted and notified', async () => {
    const { on, store, sender, clock, queues } = workerOn([one], [], injecting('DROP_FIRST_ATTEMPT'));
    expect(await deliver(on, nextAttemptMessage(one))).toBe('done');
    expect(sender.received).toEqual([]);
    expect(store.get(one)).toMatchObject({
      status: 'PENDING',
      retryAttempts: 1,
      nextAttemptAt: START_MS + 60_000,
      latestErrorPayload: expect.stringContaining(one.id),
    });
    clock.ms += 60_000;
    const [next] = queues.drain();
    expect(next && (await deliver(on, next.message))).toBe('done');
    expect(store.get(one)).toMatchObject({ status: 'SENT', retryAttempts: 2 });
  });

  it('takes its time', async () => {
    const { on, sender } = workerOn([one], [], injecting('SLOW'));
    await deliver(on, nextAttemptMessage(one));
    expect(sender.received).toMatchObject([{ slowMs: SLOW_BODY_MS }]);
  });
});

describe('an event for a bus', () => {
  const eventBusArn = 'arn:aws:events:eu-west-1:222233334444:event-bus/payments';

  /** Delivers a notification to an event bus in this mode. Returns its events, with ms since the start, and its status. */
  async function putsUnder(mode: FaultMode) {
    const puts: unknown[] = [];
    const targets = { forDelivery: async () => ({ kind: 'EVENT_BUS', eventBusArn }) as const };
    const eventBuses: EventBusSender = {
      async put({ event, body }) {
        puts.push({ event, body, afterMs: clock.ms - START_MS });
        return { ...ok, statusCode: null };
      },
    };
    const { on, clock, store } = workerOn([one], [], { ...injecting(mode), targets, eventBuses });
    expect(await deliver(on, nextAttemptMessage(one))).toBe('done');
    return { puts, status: store.get(one).status };
  }
  const put = { event: one.event, body: one.body, afterMs: 0 };

  it.each([
    ['NONE', [put], 'SENT'],
    ['DUPLICATE', [put, put], 'SENT'],
    ['SLOW', [{ ...put, afterMs: SLOW_BODY_MS }], 'SENT'],
    ['DROP_FIRST_ATTEMPT', [], 'PENDING'],
  ] as const)('with %s is put there %j', async (mode, puts, status) => {
    expect(await putsUnder(mode)).toEqual({ puts, status });
  });
});
