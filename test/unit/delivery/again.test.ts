import { describe, expect, it } from 'vitest';
import type { NotificationItem } from '#shared/data/items/notification';
import { replayable, replayed, retriedByHand } from '#shared/delivery/again';
import { laneOf } from '#shared/delivery/lanes';
import { FIRST_LANE, notification, RETRY_LANE, START_MS } from '#test/unit/delivery/fakes';

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
    gateOpen: true,
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

describe('what goes out again', () => {
  it.each([
    ['a manual retry', retriedByHand, failed],
    ['a replay', replayed, failed],
    ['a replay of a delivered one', replayed, ended({ status: 'SENT' })],
  ])('by %s begins a new cycle of the same bytes', (_name, again, item) => {
    const next = again(item, LATER);
    expect(next).toMatchObject({
      id: item.id,
      body: item.body,
      createdAt: item.createdAt,
      status: 'PENDING',
      cycle: 2,
      retryAttempts: 0,
      version: 7,
      updatedAt: new Date(LATER).toISOString(),
      outbox: 'OPEN',
      dueAt: LATER + 120_000,
      gateOpen: true,
      attempts: item.attempts,
    });
    for (const gone of ['failedReason', 'latestErrorPayload', 'nextAttemptAt', 'leaseUntil']) {
      expect(next).not.toHaveProperty(gone);
    }
  });

  it('counts manual retries and replays apart, and keeps replays out of the lane of new events', () => {
    const lanes = { firstLaneUrl: FIRST_LANE, retryLaneUrl: RETRY_LANE };
    const both = retriedByHand({ ...replayed(failed, LATER), status: 'FAILED' }, LATER);
    expect(both).toMatchObject({
      manualRetryCount: 1,
      replayCount: 1,
      lastManualRetryAt: new Date(LATER).toISOString(),
    });
    expect(both).not.toHaveProperty('lane');
    const unsent = replayed(ended({ status: 'NOT_SENT', firstAttemptAt: undefined }), LATER);
    expect(laneOf(unsent, lanes)).toBe(RETRY_LANE);
    expect(laneOf(notification(1), lanes)).toBe(FIRST_LANE);
  });

  it('has those behind it wait when it was never attempted, within a transaction alone', () => {
    const never = { status: 'NOT_SENT', firstAttemptAt: undefined } as const;
    expect(replayed(ended(never), LATER)).not.toHaveProperty('gateOpen');
    expect(replayed(ended({ ...never, transactionId: undefined }), LATER).gateOpen).toBe(true);
  });

  it.each([
    ['PENDING', 0, false],
    ['SENT', 3, true],
    ['NOT_SENT', 0, true],
    ['FAILED', 2, true],
    ['FAILED', 3, false],
  ] as const)('may be replayed as %s after %i manual retries: %s', (status, manualRetryCount, expected) => {
    expect(replayable(ended({ status, manualRetryCount }))).toBe(expected);
  });
});
