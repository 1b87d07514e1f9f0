import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duePartition } from '#shared/dynamodb/keys';
import { failedEntry } from '#shared/dynamodb/look-ups';
import { indexAttributes } from '#shared/webhooks/deliveries/item';
import { applyAttempt, type EndedAttempt, failUndeliverable } from '#shared/webhooks/domain/delivery';
import {
  fullErrorText,
  isStoredApart,
  MAX_INLINE_BYTES,
  responseText,
} from '#shared/webhooks/domain/endpoint-response';
import { parseRetrySchedule } from '#shared/webhooks/domain/retry-schedule';
import type { NotificationItem } from '#shared/webhooks/item';
import { toNotificationResponse } from '#shared/webhooks/response';
import { hostileEndpointResponses } from '#test/support/hostile/endpoint-responses';
import { notification, ok, refused, START_MS } from './fakes';

const waits = parseRetrySchedule('0,60,300,600,900');
const calm = { waits, random: 0 };

function ended(overrides: Partial<EndedAttempt> = {}): EndedAttempt {
  return {
    ...refused,
    deliveryRun: 1,
    attemptsMade: 0,
    startedAtMs: START_MS + 1000,
    endedAtMs: START_MS + 1250,
    ...overrides,
  };
}

function generic(message: string): string {
  return JSON.stringify({ success: false, error: { message, id: notification(1).id } });
}

describe('the outcome of an attempt', () => {
  it('plans the next attempt after a failure', () => {
    const next = applyAttempt(notification(1, { leaseUntil: START_MS }), ended(), calm);
    expect(next).toMatchObject({
      status: 'PENDING',
      retryAttempts: 1,
      version: 2,
      updatedAt: '2026-11-21T12:00:01.250Z',
      firstAttemptAt: START_MS + 1250,
      nextReleased: true,
      nextAttemptAt: START_MS + 61_250,
      latestErrorPayload: generic('HTTP 503'),
      attempts: [{ at: '2026-11-21T12:00:01.000Z', statusCode: 503, durationMs: 7, error: 'HTTP 503' }],
    });
    expect(next?.leaseUntil).toBeUndefined();
    expect(next && indexAttributes(next)).toEqual({
      duePk: duePartition(notification(1).id),
      dueAt: START_MS + 181_250,
    });
  });

  it('makes five attempts at the set times, up to a tenth later, and then gives up', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
        let item: NotificationItem = notification(1);
        let atMs = START_MS;
        const gaps: number[] = [];
        for (let k = 0; item.status === 'PENDING'; k += 1) {
          const next = applyAttempt(item, ended({ attemptsMade: k, startedAtMs: atMs, endedAtMs: atMs }), {
            waits,
            random,
          });
          if (next === undefined) throw new Error('A current attempt has an outcome');
          item = next;
          if (item.nextAttemptAt === undefined) break;
          gaps.push((item.nextAttemptAt - atMs) / 1000);
          atMs = item.nextAttemptAt;
        }
        expect(item).toMatchObject({
          status: 'FAILED',
          retryAttempts: 5,
          failedReason: 'ATTEMPTS_EXHAUSTED',
          nextReleased: true,
          version: 6,
        });
        expect(item).toMatchObject({ nextAttemptAt: undefined, leaseUntil: undefined });
        expect(indexAttributes(item)).toEqual(failedEntry(item.id, item.createdAt));
        expect(item.attempts).toHaveLength(5);
        expect(gaps).toHaveLength(4);
        [60, 300, 600, 900].forEach((wait, index) => {
          expect(gaps[index]).toBeGreaterThanOrEqual(wait);
          expect(gaps[index]).toBeLessThanOrEqual(wait * 1.1);
        });
      }),
      { numRuns: 50 },
    );
  });

  it('makes no further attempt after a failure that was to be the last', () => {
    const last = applyAttempt(notification(1), ended({ isLast: true }), calm);
    expect(last).toMatchObject({ status: 'FAILED', retryAttempts: 1, failedReason: 'ATTEMPTS_EXHAUSTED' });
    expect(last?.nextAttemptAt).toBeUndefined();
    expect(applyAttempt(notification(1), ended({ ...ok, isLast: true }), calm)).toMatchObject({
      status: 'SENT',
    });
  });

  it('waits whole seconds, as a queue does: a wait of one second is not two', () => {
    for (const random of [0, 0.5, 0.999]) {
      const short = { waits: parseRetrySchedule('0,1,9,10,60'), random };
      expect(applyAttempt(notification(1), ended(), short)).toMatchObject({ nextAttemptAt: START_MS + 2250 });
    }
    const late = { waits, random: 0.999 };
    expect(applyAttempt(notification(1), ended(), late)).toMatchObject({ nextAttemptAt: START_MS + 66_250 });
  });

  it("keeps the partner's last response, also after a success", () => {
    const payload = '{"success":false,"error":{"message":"no","id":"e1"}}';
    const failed = applyAttempt(notification(1), ended({ responseBody: payload }), calm);
    expect(failed?.latestErrorPayload).toEqual(payload);
    expect(failed?.attempts).toMatchObject([{ responseBody: payload }]);
    const sent = failed && applyAttempt(failed, ended({ ...ok, attemptsMade: 1 }), calm);
    expect(sent).toMatchObject({ status: 'SENT', retryAttempts: 2, version: 3, latestErrorPayload: payload });
    expect(sent).toMatchObject({ nextAttemptAt: undefined, leaseUntil: undefined });
    expect(sent && indexAttributes(sent)).toEqual({});
    expect(applyAttempt(notification(1), ended(ok), calm)).not.toHaveProperty('latestErrorPayload');
  });

  it('keeps the last 20 attempts', () => {
    const old = Array.from({ length: 20 }, (_, n) => ({
      at: String(n),
      statusCode: 500,
      durationMs: 1,
      error: 'HTTP 500',
    }));
    const attempts = applyAttempt(notification(1, { attempts: old }), ended(), calm)?.attempts;
    expect(attempts).toHaveLength(20);
    expect(attempts?.at(0)?.at).toBe('1');
    expect(attempts?.at(-1)?.statusCode).toBe(503);
  });

  it.each<[string, Partial<NotificationItem>, number]>([
    ['a later attempt was counted in between', { retryAttempts: 1 }, 1],
    ['the attempts were given up', { status: 'FAILED', retryAttempts: 5, failedReason: 'ATTEMPTS_EXHAUSTED' }, 5],
    ['a manual delivery run has begun', { deliveryRun: 2, retryAttempts: 0, manualRetryCount: 1 }, 0],
  ])('a late success counts, a late failure does not, when %s', (_, overrides, retryAttempts) => {
    const item = notification(1, { version: 9, nextReleased: true, firstAttemptAt: 1, ...overrides });
    const sent = applyAttempt(item, ended(ok), calm);
    expect(sent).toMatchObject({ status: 'SENT', retryAttempts, version: 10, firstAttemptAt: 1 });
    expect(sent?.failedReason).toBeUndefined();
    expect(applyAttempt(item, ended(), calm)).toBeUndefined();
  });

  it('does not change a sent one', () => {
    const item = notification(1, { status: 'SENT', retryAttempts: 1 });
    expect(applyAttempt(item, ended(ok), calm)).toBeUndefined();
    expect(applyAttempt(item, ended(), calm)).toBeUndefined();
  });
});

describe('a hostile response', () => {
  it.each(hostileEndpointResponses)('leaves an object as the error, and text: $name', ({ body, payload, text }) => {
    const responseBody = responseText(Buffer.from(body));
    expect(Buffer.byteLength(responseBody)).toBeLessThanOrEqual(4096);
    const next = applyAttempt(notification(1), ended({ responseBody }), calm);
    expect(next).toMatchObject({ status: 'PENDING', retryAttempts: 1, nextAttemptAt: START_MS + 61_250 });
    if (next === undefined) throw new Error('A current attempt has an outcome');
    const isApart = isStoredApart(responseBody);
    const latestErrorPayload = fullErrorText(next.latestErrorPayload, isApart ? responseBody : undefined);
    const view = toNotificationResponse({ ...next, latestErrorPayload });
    expect(JSON.stringify(view.latestErrorPayload)).toBe(payload ?? generic('HTTP 503'));
    const [attempt] = next.attempts;
    expect(attempt?.responseBody).toBe(isApart ? undefined : (text ?? responseBody));
    expect(attempt?.responseStored).toBe(isApart ? true : undefined);
    expect(text ?? responseBody).toBe(text ?? Buffer.from(body).toString());
  });

  it.each([
    ['a long one, an item of its own each time', 4096],
    ['the longest that stands in the item', MAX_INLINE_BYTES],
  ])('makes the item of twenty attempts no larger than two read units: %s', (_, bytes) => {
    const widest = responseText(Buffer.alloc(bytes, '\u{1f600}'));
    let item = notification(1);
    for (let k = 0; k < 25; k += 1) {
      item = { ...item, status: 'PENDING', retryAttempts: k };
      item = applyAttempt(item, ended({ attemptsMade: k, responseBody: widest }), calm) ?? item;
    }
    expect(item.attempts).toHaveLength(20);
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(2 * 4096);
  });
});

describe('giving up after internal failures', () => {
  it('releases the next one but records no attempt', () => {
    const failed = failUndeliverable(notification(1), { deliveryRun: 1, attemptsMade: 0 }, START_MS);
    expect(failed).toMatchObject({
      status: 'FAILED',
      failedReason: 'INFRASTRUCTURE',
      nextReleased: true,
      version: 2,
      attempts: [],
      retryAttempts: 0,
    });
    expect(failed).not.toHaveProperty('firstAttemptAt');
    expect(failed && indexAttributes(failed)).toEqual(failedEntry(failed?.id ?? '', failed?.createdAt ?? ''));
  });

  it.each<Partial<NotificationItem>>([
    { status: 'SENT' },
    { status: 'FAILED' },
    { deliveryRun: 2 },
    { retryAttempts: 1 },
  ])('ignores one that has changed since: %j', (overrides) =>
    expect(
      failUndeliverable(notification(1, overrides), { deliveryRun: 1, attemptsMade: 0 }, START_MS),
    ).toBeUndefined(),
  );
});
