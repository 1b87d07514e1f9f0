import { describe, expect, it } from 'vitest';
import { isReplayable, overdueFrom, startManualRetry, startReplay } from '#shared/webhooks/domain/delivery';
import { isAboutPartner, type NotificationItem } from '#shared/webhooks/item';
import { deliveryQueueFor } from '#shared/webhooks/messaging/queues';
import { FIRST_ATTEMPTS_QUEUE, notification, RETRIES_QUEUE, START_MS } from './fakes';

const LATER = START_MS + 3_600_000;

function ended(overrides: Partial<NotificationItem>): NotificationItem {
  const {
    outbox: _outbox,
    duePk: _duePk,
    dueAt: _dueAt,
    ...item
  } = notification(1, {
    transactionId: 'tx-1',
    firstAttemptAt: START_MS,
    nextReleased: true,
    retryAttempts: 5,
    version: 6,
    ...overrides,
  });
  return item;
}

const failed = ended({
  status: 'FAILED',
  failedReason: 'ATTEMPTS_EXHAUSTED',
  latestErrorPayload: '{"success":false}',
});

describe('what is sent again', () => {
  it.each([
    ['a manual retry', startManualRetry, failed],
    ['a replay', startReplay, failed],
    ['a replay of a delivered one', startReplay, ended({ status: 'SENT' })],
  ])('by %s begins a new delivery run of the same bytes', (_name, again, item) => {
    const next = again(item, LATER);
    expect(next).toMatchObject({
      id: item.id,
      body: item.body,
      createdAt: item.createdAt,
      status: 'PENDING',
      deliveryRun: 2,
      retryAttempts: 0,
      version: 7,
      updatedAt: new Date(LATER).toISOString(),
      nextReleased: true,
      attempts: item.attempts,
    });
    expect(overdueFrom(next)).toBe(LATER + 120_000);
    const gone = { failedReason: undefined, latestErrorPayload: undefined, nextAttemptAt: undefined };
    expect(next).toMatchObject({ ...gone, leaseUntil: undefined });
  });

  it('counts manual retries and replays separately, and keeps replays out of the queue of new events', () => {
    const queues = { firstAttemptsQueueUrl: FIRST_ATTEMPTS_QUEUE, retriesQueueUrl: RETRIES_QUEUE };
    const both = startManualRetry({ ...startReplay(failed, LATER), status: 'FAILED' }, LATER);
    expect(both).toMatchObject({
      manualRetryCount: 1,
      replayCount: 1,
      lastManualRetryAt: new Date(LATER).toISOString(),
    });
    expect(both.queue).toBeUndefined();
    const unsent = startReplay(ended({ status: 'NOT_SENT', firstAttemptAt: undefined }), LATER);
    expect(deliveryQueueFor(unsent, queues)).toBe(RETRIES_QUEUE);
    expect(deliveryQueueFor(notification(1), queues)).toBe(FIRST_ATTEMPTS_QUEUE);
  });

  it('has those after it wait when it was never attempted, unless it is a test', () => {
    const never = { status: 'NOT_SENT', firstAttemptAt: undefined } as const;
    expect(startReplay(ended(never), LATER).nextReleased).toBeUndefined();
    expect(startReplay(ended(never), LATER, { isOrdered: false }).nextReleased).toBe(true);
    const of = (PK: string) => isAboutPartner({ PK });
    expect([of('TX#t'), of('USER#u'), of('PARTNER#p'), of('PARTNER#p#EP#a')]).toEqual([false, false, true, true]);
  });

  it.each([
    ['PENDING', 0, false],
    ['SENT', 3, true],
    ['NOT_SENT', 0, true],
    ['FAILED', 2, true],
    ['FAILED', 3, false],
  ] as const)('may be replayed as %s after %i manual retries: %s', (status, manualRetryCount, expected) => {
    expect(isReplayable(ended({ status, manualRetryCount }))).toBe(expected);
  });
});
