/** What the store promises, against the table and against the stand-in that the other tests use. */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DynamoDbEngine } from '#local/engines/dynamodb';
import { type Claim, type DeliveryStore, deliveryStore, Unstorable } from '#shared/data/deliveries';
import { markings } from '#shared/data/erasure';
import type { NotificationItem } from '#shared/data/items/notification';
import { listPartition, notificationKey } from '#shared/data/keys';
import { addToLists, withStatus } from '#shared/data/listing';
import { notificationFacets, notificationListRow } from '#shared/data/notification-rows';
import { documents, readItem, tableName, writeAtomically } from '#shared/data/table';
import { aUser } from '#test/support/verifications';
import { MemoryStore, notification, PARTNER, START_MS, settings } from '#test/unit/delivery/fakes';

let engine: DynamoDbEngine;
beforeAll(async () => {
  const { startTable } = await import('#test/unit/delivery/table');
  engine = await startTable();
});
afterAll(() => engine.stop());

let subjects = 0;

/** A notification of a subject of its own, so that tests share one table. */
function fresh(sequence = 1, overrides: Partial<NotificationItem> = {}): NotificationItem {
  subjects += 1;
  return notification(sequence, {
    ...notificationKey({ kind: 'TX', id: `tx-${subjects}` }, sequence),
    ...overrides,
  });
}

const memory = new MemoryStore();
const implementations: [string, DeliveryStore, (item: NotificationItem) => Promise<void>][] = [
  ['memory', memory, async (item) => memory.put(item)],
  [
    'table',
    deliveryStore,
    async (item) => void (await documents().send(new PutCommand({ TableName: tableName(), Item: item }))),
  ],
];

function claimOf(item: NotificationItem, overrides: Partial<Claim> = {}): Claim {
  return {
    key: { PK: item.PK, SK: item.SK },
    cycle: 1,
    k: 0,
    nowMs: START_MS,
    leaseUntilMs: START_MS + 25_000,
    dueAtMs: START_MS + 85_000,
    earlyMs: 200,
    ...overrides,
  };
}

describe.each(implementations)('the delivery store (%s)', (_, store, put) => {
  it('gives the lease to one worker, and closes the outbox', async () => {
    const item = fresh();
    await put(item);
    const first = await store.claim(claimOf(item));
    expect(first.claimed).toBe(true);
    expect(first.item).toMatchObject({
      leaseUntil: START_MS + 25_000,
      dueAt: START_MS + 85_000,
      version: 1,
      body: item.body,
    });
    expect(first.item).not.toHaveProperty('outbox');
    const second = await store.claim(claimOf(item));
    expect(second.claimed).toBe(false);
    expect(second.item).toEqual(first.item);
    expect((await store.claim(claimOf(item, { nowMs: START_MS + 25_000 }))).claimed).toBe(false);
    expect((await store.claim(claimOf(item, { nowMs: START_MS + 25_001 }))).claimed).toBe(true);
  });

  it('gives the lease to one of ten at once', async () => {
    const item = fresh();
    await put(item);
    const answers = await Promise.all(Array.from({ length: 10 }, () => store.claim(claimOf(item))));
    expect(answers.filter(({ claimed }) => claimed)).toHaveLength(1);
  });

  it.each<[string, Partial<NotificationItem>, Partial<Claim>]>([
    ['is sent', { status: 'SENT' }, {}],
    ['is given up', { status: 'FAILED' }, {}],
    ['is in another cycle', { cycle: 2 }, {}],
    ['is further in its attempts', { retryAttempts: 1 }, {}],
    ['is not that far', {}, { k: 1 }],
    ['has time left', { nextAttemptAt: START_MS + 201 }, {}],
  ])('refuses a claim when it %s, and tells how it stands', async (__, overrides, claim) => {
    const item = fresh(1, overrides);
    await put(item);
    expect(await store.claim(claimOf(item, claim))).toEqual({ claimed: false, item });
  });

  it('lets an attempt start a moment early', async () => {
    const item = fresh(1, { nextAttemptAt: START_MS + 200 });
    await put(item);
    expect((await store.claim(claimOf(item))).claimed).toBe(true);
  });

  it('creates nothing', async () => {
    const item = fresh();
    expect(await store.claim(claimOf(item))).toEqual({ claimed: false, item: undefined });
    expect(await store.read(item)).toBeUndefined();
    expect(await store.readNeighbour(item, 'before')).toBeUndefined();
  });

  it('parks what is pending and nothing else', async () => {
    const [before, waiting, sent] = [fresh(1), fresh(1, { dueAt: 1 }), fresh(1, { status: 'SENT' })];
    for (const item of [before, waiting, sent]) await put(item);
    expect(await store.park(sent, before, START_MS + 5)).toBe('parked');
    expect(await store.read(sent)).toEqual(sent);
    expect(await store.read(before)).toEqual(before);
    expect(await store.park(waiting, before, START_MS + 5)).toBe('parked');
    expect(await store.read(waiting)).toMatchObject({ dueAt: START_MS + 5 });
    expect(await store.read(waiting)).not.toHaveProperty('outbox');
    const { outbox: _, ...closed } = before;
    expect(await store.read(before)).toEqual({ ...closed, awaited: true });
  });

  it.each<Partial<NotificationItem>>([
    { gateOpen: true },
    { status: 'SENT', gateOpen: true },
    { status: 'FAILED' },
  ])('parks nothing behind a gate that has been opened: %j', async (overrides) => {
    const [before, waiting] = [fresh(1, overrides), fresh(1)];
    for (const item of [before, waiting]) await put(item);
    expect(await store.park(waiting, fresh(1, { ...before, status: 'PENDING' }), START_MS + 5)).toBe('open');
    expect(await store.read(waiting)).toEqual(waiting);
    expect(await store.read(before)).toEqual(before);
  });

  it('writes no outcome over one that somebody has come to wait for, unless that was seen', async () => {
    const [item, waiting] = [fresh(1), fresh(1)];
    for (const one of [item, waiting]) await put(one);
    const ended: NotificationItem = { ...item, version: 2, retryAttempts: 1, gateOpen: true };
    await store.park(waiting, item, START_MS + 5);
    const { outbox: _, ...closed } = item;
    const awaited = { ...closed, awaited: true };
    expect(await store.save(item, ended)).toEqual({ saved: false, current: awaited });
    expect(await store.read(item)).toEqual(awaited);
    expect(await store.save({ ...item, awaited: true }, { ...ended, awaited: true })).toEqual({
      saved: true,
    });
    expect(await store.read(item)).toMatchObject({ version: 2, awaited: true });
  });

  it('reads the neighbours, without those that are never delivered', async () => {
    const first = fresh(1);
    const at = (sequence: number, overrides: Partial<NotificationItem> = {}) =>
      notification(sequence, { PK: first.PK, ...overrides });
    const unsent = [2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15].map((sequence) =>
      at(sequence, { status: 'NOT_SENT' }),
    );
    for (const item of [first, ...unsent, at(9), at(16)]) await put(item);
    expect((await store.readNeighbour(at(9), 'before'))?.SK).toBe(first.SK);
    expect((await store.readNeighbour(at(9), 'after'))?.SK).toBe(at(16).SK);
    expect((await store.readNeighbour(at(8), 'after'))?.SK).toBe(at(9).SK);
    expect(await store.readNeighbour(first, 'before')).toBeUndefined();
    expect(await store.readNeighbour(at(16), 'after')).toBeUndefined();
  });

  it('writes an outcome once, whatever was changed without a version meanwhile', async () => {
    const item = fresh(1, { leaseUntil: START_MS });
    await put(item);
    const before = fresh(1);
    await put(before);
    await store.park(item, before, START_MS + 7);
    const { duePk: _d, dueAt: __, leaseUntil: ___, outbox: ____, ...rest } = item;
    const after: NotificationItem = {
      ...rest,
      version: 2,
      retryAttempts: 1,
      nextAttemptAt: 5,
      latestErrorPayload: '{"a":[1,null]}',
    };
    expect(await store.save(item, after)).toEqual({ saved: true });
    expect(await store.read(item)).toEqual(after);
    expect(await store.save(item, { ...after, retryAttempts: 4 })).toEqual({ saved: false, current: after });
    expect(await store.read(item)).toEqual(after);
  });

  it.each(['PENDING', 'FAILED'] as const)(
    'says so when the table cannot keep the outcome (%s)',
    async (status) => {
      const item = fresh();
      await put(item);
      const tooLarge = { ...item, status, version: 2, body: JSON.stringify('x'.repeat(500_000)) };
      await expect(store.save(item, tooLarge)).rejects.toThrow(Unstorable);
      expect(await store.read(item)).toEqual(item);
    },
  );

  it('says so when the item is gone', async () => {
    const item = fresh();
    expect(await store.save(item, { ...item, version: 2 })).toEqual({ saved: false, current: undefined });
    expect(await store.save(item, { ...item, version: 2, status: 'SENT' })).toEqual({
      saved: false,
      current: undefined,
    });
  });
});

describe('the lists', () => {
  async function rows(status: string) {
    const { Items = [] } = await documents().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': listPartition(PARTNER, 'NTF', withStatus(status)) },
        ConsistentRead: true,
      }),
    );
    return Items;
  }

  it('follow the status in the same write, and do not on a lost race', async () => {
    const item = fresh(77);
    await writeAtomically([
      { Put: { TableName: tableName(), Item: item } },
      ...addToLists(notificationListRow(item), notificationFacets(item)),
    ]);
    const failed: NotificationItem = { ...item, status: 'FAILED', version: 2 };
    expect(await deliveryStore.save(item, failed)).toEqual({ saved: true });
    expect(await deliveryStore.save(item, { ...item, status: 'SENT', version: 2 })).toMatchObject({
      saved: false,
      current: { status: 'FAILED' },
    });
    expect([await rows('PENDING'), await rows('SENT')]).toEqual([[], []]);
    expect(await rows('FAILED')).toMatchObject([
      { SK: item.id, pk: item.PK, sk: item.SK, eventType: 'CREATED_CROSS_RAMP' },
    ]);
    expect(await deliveryStore.save(failed, { ...failed, status: 'SENT', version: 3 })).toEqual({
      saved: true,
    });
    expect([await rows('PENDING'), await rows('FAILED')]).toEqual([[], []]);
    expect(await rows('SENT')).toHaveLength(1);
    expect(await readItem({ PK: listPartition(PARTNER, 'NTF', 'ALL'), SK: item.id })).toBeDefined();
  });
});

describe('the webhook settings', () => {
  it('are read as stored', async () => {
    expect(await deliveryStore.readSettings(PARTNER)).toBeUndefined();
    await documents().send(new PutCommand({ TableName: tableName(), Item: settings() }));
    expect(await deliveryStore.readSettings(PARTNER)).toEqual(settings());
  });
});

it('an erasure leaves alone who has come to wait since it read, and whose attempt it is', async () => {
  const body = JSON.stringify({ firstName: 'Ana', lastName: 'Solis' });
  const [item, waiting] = [fresh(1, { body }), fresh(1)];
  for (const one of [item, waiting])
    await documents().send(new PutCommand({ TableName: tableName(), Item: one }));
  const deleted = { bankAccounts: [], receivers: [], identity: [], listRows: [], answers: [] };
  const records = { user: aUser(), erasedAtMs: undefined, transactions: [], deleted };
  const writes = markings({ ...records, notifications: [item] }, START_MS);
  await deliveryStore.park(waiting, item, START_MS + 5);
  const leaseUntil = START_MS + 25_000;
  await deliveryStore.claim(claimOf(item, { leaseUntilMs: leaseUntil }));
  await writeAtomically(writes);
  const erased = await deliveryStore.read(item);
  expect(erased).toMatchObject({ version: 2, awaited: true, leaseUntil });
  expect(erased?.body).not.toContain('Solis');
});
