import { describe, expect, it } from 'vitest';
import { isReplayable, startManualRetry, startReplay } from '#shared/webhooks/deliveries/replay';
import type { NotificationItem } from '#shared/webhooks/item';
import { deliveryQueueFor } from '#shared/webhooks/messaging/delivery-queues';
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
      outbox: 'OPEN',
      dueAt: LATER + 120_000,
      nextReleased: true,
      attempts: item.attempts,
    });
    for (const gone of ['failedReason', 'latestErrorPayload', 'nextAttemptAt', 'leaseUntil']) {
      expect(next).not.toHaveProperty(gone);
    }
  });

  it('counts manual retries and replays separately, and keeps replays out of the queue of new events', () => {
    const queues = { firstAttemptsQueueUrl: FIRST_ATTEMPTS_QUEUE, retriesQueueUrl: RETRIES_QUEUE };
    const both = startManualRetry({ ...startReplay(failed, LATER), status: 'FAILED' }, LATER);
    expect(both).toMatchObject({
      manualRetryCount: 1,
      replayCount: 1,
      lastManualRetryAt: new Date(LATER).toISOString(),
    });
    expect(both).not.toHaveProperty('queue');
    const unsent = startReplay(ended({ status: 'NOT_SENT', firstAttemptAt: undefined }), LATER);
    expect(deliveryQueueFor(unsent, queues)).toBe(RETRIES_QUEUE);
    expect(deliveryQueueFor(notification(1), queues)).toBe(FIRST_ATTEMPTS_QUEUE);
  });

  it('has those after it wait when it was never attempted, unless it is a test', () => {
    const never = { status: 'NOT_SENT', firstAttemptAt: undefined } as const;
    expect(startReplay(ended(never), LATER)).not.toHaveProperty('nextReleased');
    expect(startReplay(ended({ ...never, PK: 'USER#u', transactionId: undefined }), LATER)).not.toHaveProperty(
      'nextReleased',
    );
    expect(startReplay(ended({ ...never, PK: 'PARTNER#p', transactionId: undefined }), LATER).nextReleased).toBe(true);
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
