/** Rows F09 and F12: whatever is overdue is sent again. Against the table in memory, its index included. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { redrive } from '#functions/workers/redrive-overdue/redrive-overdue';
import { duePartition } from '#shared/dynamodb/keys';
import { documentClient, readItem, type StoredRecord, tableName } from '#shared/dynamodb/table';
import { type DueStore, dueStore } from '#shared/webhooks/redrive/repository';
import { startedForTests } from '#test/support/started-for-tests';
import {
  Clock,
  FIRST_ATTEMPTS_QUEUE,
  MemoryQueues,
  notification,
  PARTNER,
  RETRIES_QUEUE,
  STEPS,
  type StoredNotification,
} from './fakes';
import { startMemoryTable } from './table';

startedForTests(() => startMemoryTable(20261123));

/** Each test has its own hour, and leaves nothing due. */
let hours = 0;

function world(due: DueStore = dueStore) {
  hours += 1;
  const clock = new Clock(hours * 3_600_000);
  const queues = new MemoryQueues();
  const on = {
    due,
    queues,
    firstAttemptsQueueUrl: FIRST_ATTEMPTS_QUEUE,
    retriesQueueUrl: RETRIES_QUEUE,
    stepsQueueUrl: STEPS,
    now: clock.now,
  };
  const put = async <Item extends StoredRecord>(item: Item): Promise<Item> => {
    await documentClient().send(new PutCommand({ TableName: tableName(), Item: item }));
    return item;
  };
  const due1 = (sequence: number, overrides: Partial<StoredNotification> = {}) =>
    notification(sequence, { PK: `TX#redrive-${hours}`, dueAt: clock.ms - 1, ...overrides });
  const step = (entity: string, dueAt: number) => ({
    PK: `TX#redrive-${hours}`,
    SK: `STEP-${entity}-${dueAt}`,
    entity,
    partnerId: PARTNER,
    duePk: duePartition(entity),
    dueAt,
    outbox: 'OPEN',
  });
  return { clock, queues, on, put, due: due1, step };
}

async function leave(...items: { PK: string; SK: string }[]): Promise<void> {
  for (const { PK, SK } of items) await dueStore.clearSchedule({ PK, SK }, Number((await readItem({ PK, SK }))?.dueAt));
}

describe('a redrive', () => {
  it('reads past a page', async () => {
    const { on, put, due, queues } = world();
    const duePk = duePartition('one');
    const items = await Promise.all(Array.from({ length: 230 }, (_, index) => put(due(index + 1, { duePk }))));
    expect(await redrive(on, { rebuild: false })).toEqual({ NTF: 230 });
    expect(new Set(queues.drain().map(({ message }) => message.id)).size).toBe(230);
    await leave(...items);
  });

  it('removes finished notifications from the index, and keeps unknown items', async () => {
    const { on, put, due, step, clock } = world();
    const sent = await put(due(1, { status: 'SENT' }));
    const unknown = await put(step('NEW', clock.ms - 1));
    const broken = await put({ ...due(2), status: 'LOST' });
    expect(await redrive(on, { rebuild: false })).toEqual({});
    expect(await readItem({ PK: sent.PK, SK: sent.SK })).not.toHaveProperty('duePk');
    await leave(unknown, broken);
  });

  it('trusts the item rather than the index', async () => {
    const { on, put, due, clock, queues } = world();
    const rescheduled = await put(due(1, { dueAt: clock.ms + 1000 }));
    const stale: DueStore = {
      ...dueStore,
      list: async (partition) => ({ items: partition === 'DUE#0' ? [rescheduled] : [], next: undefined }),
    };
    expect(await redrive({ ...on, due: stale }, { rebuild: false })).toEqual({});
    expect(queues.sent).toEqual([]);
    await leave(rescheduled);
  });
});

describe('a rebuild', () => {
  it('also sends what is due later, with its delay, and does not reschedule it', async () => {
    const { on, put, due, step, queues, clock } = world();
    const now = clock.ms;
    const items = [
      await put(due(1, { dueAt: now + 120_000 })),
      await put(due(2, { dueAt: now + 420_000, nextAttemptAt: now + 300_000, retryAttempts: 1, firstAttemptAt: 1 })),
      await put(due(3, { dueAt: now + 80_000, leaseUntil: now + 20_000 })),
      await put(due(4, { dueAt: now - 5 })),
      await put(step('SIM', now + 1500)),
      await put(step('KYC', now - 1)),
      await put(step('TX', now + 900_001)),
    ];
    expect(await redrive(on, { rebuild: true })).toEqual({ NTF: 4, SIM: 1, KYC: 1 });
    const delays = queues.sent.map(({ message, delayMs }) => [message.sk, Math.max(0, delayMs ?? 0)]);
    expect(Object.fromEntries(delays)).toEqual({
      'NTF#0000000001': 0,
      'NTF#0000000002': 300_000,
      'NTF#0000000003': 21_000,
      'NTF#0000000004': 0,
      [`STEP-SIM-${now + 1500}`]: 1500,
      [`STEP-KYC-${now - 1}`]: 0,
    });
    expect(await readItem({ PK: items[1]?.PK ?? '', SK: items[1]?.SK ?? '' })).toMatchObject({
      dueAt: now + 420_000,
    });
    await leave(...items);
  });

  it('sends a step at its own time, also when an earlier redrive rescheduled it and its message was lost', async () => {
    const { on, put, step, queues, clock } = world();
    const stepAt = clock.ms - 1000;
    const rescheduled = await put({ ...step('SIM', clock.ms + 290_000), stepAt });
    expect(await redrive(on, { rebuild: true })).toEqual({ SIM: 1 });
    expect(queues.sent).toMatchObject([{ message: { dueAt: stepAt }, delayMs: -1000 }]);
    await leave(rescheduled);
  });
});
