/** Tests of the delivery store, with the table and with the in-memory store. */

import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { listPartition, notificationKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import { addToLists, statusFacet } from '#shared/dynamodb/lists/list-rows';
import { documentClient, readItem, tableName } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { redactionWrites } from '#shared/erasure/repository';
import { newItem } from '#shared/webhooks/deliveries/item';
import {
  type DeliveryStore,
  deliveryStore,
  type LeaseRequest,
  Unstorable,
} from '#shared/webhooks/deliveries/repository';
import { type DeliveryItem, type NotificationItem, notificationItem } from '#shared/webhooks/item';
import {
  findResponseKeys,
  notificationFacets,
  notificationListRow,
  withLatestError,
  withResponses,
} from '#shared/webhooks/listing/repository';
import { aUser } from '#test/support/builders/users';
import { startedForTests } from '#test/support/started-for-tests';
import { defaultEndpoint, MemoryStore, notification, PARTNER, START_MS } from './fakes';
import { startTable } from './table';

startedForTests(startTable);

let subjects = 0;

/** Returns a notification of a new transaction, so that tests can share a table. */
function fresh(sequence = 1, overrides: Partial<NotificationItem> = {}): NotificationItem {
  subjects += 1;
  const key = notificationKey({ kind: 'TX', id: `tx-${subjects}` }, sequence);
  return notificationItem.parse(notification(sequence, { ...key, ...overrides }));
}

const memory = new MemoryStore();
const put = async (item: NotificationItem) =>
  void (await documentClient().send(new PutCommand({ TableName: tableName(), Item: newItem(item) })));

interface Implementation {
  readonly store: DeliveryStore;
  readonly put: (item: NotificationItem) => Promise<void>;
  readonly readStored: (item: DeliveryItem) => Promise<object | undefined>;
}

const implementations: [string, Implementation][] = [
  [
    'memory',
    {
      store: memory,
      put: async (item) => memory.put({ ...newItem(item), outbox: 'OPEN' }),
      readStored: async (item) => memory.get(item),
    },
  ],
  ['table', { store: deliveryStore, put, readStored: ({ PK, SK }) => readItem({ PK, SK }) }],
];

function leaseRequestFor(item: NotificationItem, overrides: Partial<LeaseRequest> = {}): LeaseRequest {
  return {
    delivery: item,
    deliveryRun: 1,
    attemptsMade: 0,
    nowMs: START_MS,
    leaseUntilMs: START_MS + 25_000,
    earlyMs: 200,
    ...overrides,
  };
}

describe.each(implementations)('the delivery store (%s)', (_, { store, put, readStored }) => {
  it('gives the lease to one worker, closes the outbox and leaves the due time', async () => {
    const item = fresh();
    await put(item);
    const first = await store.acquireLease(leaseRequestFor(item));
    expect(first.acquired).toBe(true);
    expect(first.item).toMatchObject({ leaseUntil: START_MS + 25_000, version: 1, body: item.body });
    expect(await readStored(item)).toMatchObject({ dueAt: START_MS + 120_000 });
    expect(await readStored(item)).not.toHaveProperty('outbox');
    const second = await store.acquireLease(leaseRequestFor(item));
    expect(second.acquired).toBe(false);
    expect(second.item).toEqual(first.item);
    expect((await store.acquireLease(leaseRequestFor(item, { nowMs: START_MS + 25_000 }))).acquired).toBe(false);
    expect((await store.acquireLease(leaseRequestFor(item, { nowMs: START_MS + 25_001 }))).acquired).toBe(true);
  });

  it('gives the lease to one of ten at once', async () => {
    const item = fresh();
    await put(item);
    const responses = await Promise.all(Array.from({ length: 10 }, () => store.acquireLease(leaseRequestFor(item))));
    expect(responses.filter(({ acquired }) => acquired)).toHaveLength(1);
  });

  it.each<[string, Partial<NotificationItem>, Partial<LeaseRequest>]>([
    ['is sent', { status: 'SENT' }, {}],
    ['is given up', { status: 'FAILED' }, {}],
    ['is in another delivery run', { deliveryRun: 2 }, {}],
    ['is further in its attempts', { retryAttempts: 1 }, {}],
    ['is not that far', {}, { attemptsMade: 1 }],
    ['has time left', { nextAttemptAt: START_MS + 201 }, {}],
  ])('refuses a lease when it %s, and returns its state', async (__, overrides, claim) => {
    const item = fresh(1, overrides);
    await put(item);
    expect(await store.acquireLease(leaseRequestFor(item, claim))).toEqual({ acquired: false, item });
  });

  it('lets an attempt start a moment early', async () => {
    const item = fresh(1, { nextAttemptAt: START_MS + 200 });
    await put(item);
    expect((await store.acquireLease(leaseRequestFor(item))).acquired).toBe(true);
  });

  it('creates nothing', async () => {
    const item = fresh();
    expect(await store.acquireLease(leaseRequestFor(item))).toEqual({ acquired: false, item: undefined });
    expect(await store.read(item)).toBeUndefined();
    expect(await store.readAdjacent(item, 'before')).toBeUndefined();
  });

  it('blocks what is pending and nothing else', async () => {
    const [before, waiting, sent] = [fresh(1), fresh(1), fresh(1, { status: 'SENT' })];
    for (const item of [before, waiting, sent]) await put(item);
    expect(await store.block(sent, before, START_MS + 5)).toBe('blocked');
    expect(await store.read(sent)).toEqual(sent);
    expect(await store.read(before)).toEqual(before);
    expect(await store.block(waiting, before, START_MS + 5)).toBe('blocked');
    expect(await readStored(waiting)).toMatchObject({ dueAt: START_MS + 5 });
    for (const item of [waiting, before]) expect(await readStored(item)).not.toHaveProperty('outbox');
    expect(await store.read(before)).toEqual({ ...before, hasWaiter: true });
  });

  it.each<Partial<NotificationItem>>([
    { nextReleased: true },
    { status: 'SENT', nextReleased: true },
    { status: 'FAILED' },
  ])('blocks nothing after one that has released the next: %j', async (overrides) => {
    const [before, waiting] = [fresh(1, overrides), fresh(1)];
    for (const item of [before, waiting]) await put(item);
    expect(await store.block(waiting, fresh(1, { ...before, status: 'PENDING' }), START_MS + 5)).toBe('released');
    expect(await store.read(waiting)).toEqual(waiting);
    expect(await store.read(before)).toEqual(before);
  });

  it('writes no outcome over an item that has a new waiter, unless the waiter was read', async () => {
    const [item, waiting] = [fresh(1), fresh(1)];
    for (const one of [item, waiting]) await put(one);
    const ended: NotificationItem = { ...item, version: 2, retryAttempts: 1, nextReleased: true };
    await store.block(waiting, item, START_MS + 5);
    const hasWaiter = { ...item, hasWaiter: true };
    expect(await store.save(item, ended)).toEqual({ saved: false, current: hasWaiter });
    expect(await store.read(item)).toEqual(hasWaiter);
    expect(await store.save({ ...item, hasWaiter: true }, { ...ended, hasWaiter: true })).toEqual({
      saved: true,
    });
    expect(await store.read(item)).toMatchObject({ version: 2, hasWaiter: true });
  });

  it('reads the previous and the next one, without those that are never delivered', async () => {
    const first = fresh(1);
    const at = (sequence: number, overrides: Partial<NotificationItem> = {}) =>
      notification(sequence, { PK: first.PK, ...overrides });
    const unsent = [2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15].map((sequence) =>
      at(sequence, { status: 'NOT_SENT' }),
    );
    for (const item of [first, ...unsent, at(9), at(16)]) await put(item);
    expect((await store.readAdjacent(at(9), 'before'))?.SK).toBe(first.SK);
    expect((await store.readAdjacent(at(9), 'after'))?.SK).toBe(at(16).SK);
    expect((await store.readAdjacent(at(8), 'after'))?.SK).toBe(at(9).SK);
    expect(await store.readAdjacent(first, 'before')).toBeUndefined();
    expect(await store.readAdjacent(at(16), 'after')).toBeUndefined();
  });

  it('writes an outcome once, whatever was changed without a version in between', async () => {
    const item = fresh(1, { leaseUntil: START_MS });
    await put(item);
    const before = fresh(1);
    await put(before);
    await store.block(item, before, START_MS + 7);
    const { leaseUntil: __, ...rest } = item;
    const after: NotificationItem = {
      ...rest,
      version: 2,
      retryAttempts: 1,
      nextAttemptAt: 5,
      latestErrorPayload: '{"a":[1,null]}',
    };
    expect(await store.save(item, after)).toEqual({ saved: true });
    expect(await store.read(item)).toEqual(after);
    expect(await readStored(item)).toMatchObject({ dueAt: 120_005 });
    for (const gone of ['leaseUntil', 'outbox']) expect(await readStored(item)).not.toHaveProperty(gone);
    expect(await store.save(item, { ...after, retryAttempts: 4 })).toEqual({ saved: false, current: after });
    expect(await store.read(item)).toEqual(after);
  });

  it.each(['PENDING', 'FAILED'] as const)('says so when the table cannot keep the outcome (%s)', async (status) => {
    const item = fresh();
    await put(item);
    const tooLarge = { ...item, status, version: 2, body: JSON.stringify('x'.repeat(500_000)) };
    await expect(store.save(item, tooLarge)).rejects.toThrow(Unstorable);
    expect(await store.read(item)).toEqual(item);
  });

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
    const { Items = [] } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': listPartition(PARTNER, 'NTF', statusFacet(status)) },
        ConsistentRead: true,
      }),
    );
    return Items;
  }

  it('follow the status in the same write, and not when the write loses a race', async () => {
    const item = fresh(77);
    await writeAtomically([putItem(item), ...addToLists(notificationListRow(item), notificationFacets(item))]);
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

it('reads the default endpoint from the webhook settings', async () => {
  expect(await deliveryStore.readEndpoint(PARTNER, undefined)).toBeUndefined();
  const { isDefault: _, ...stored } = defaultEndpoint();
  const Item = { ...webhookSettingsKey(PARTNER), entity: 'WEBHOOK', ...stored };
  await documentClient().send(new PutCommand({ TableName: tableName(), Item }));
  expect(await deliveryStore.readEndpoint(PARTNER, undefined)).toEqual(defaultEndpoint());
});

describe('responses of their own items', () => {
  const at = (minute: number) => `2026-01-15T12:${String(minute).padStart(2, '0')}:00.000Z`;
  const refusedAt = (minute: number) => ({ at: at(minute), statusCode: 503, durationMs: 1, error: 'HTTP 503' });
  const errorOf = (minute: number) => JSON.stringify({ error: `${minute} ${'x'.repeat(300)}` });

  it('are shown with their attempts, and the latest failure gives the error, in both forms', async () => {
    const before = { ...refusedAt(1), responseBody: errorOf(1) };
    const item = fresh(1, {
      attempts: [before, { ...refusedAt(2), responseStored: true }, { ...refusedAt(3), error: null }],
      latestErrorPayload: '{"success":false}',
    });
    await deliveryStore.putResponse(item, { at: at(2), text: errorOf(2) });
    // Response to an attempt whose result was never stored.
    await deliveryStore.putResponse(item, { at: at(4), text: errorOf(4) });
    expect(await withResponses(item)).toEqual({
      ...item,
      attempts: [before, { ...refusedAt(2), responseBody: errorOf(2) }, { ...refusedAt(3), error: null }],
      latestErrorPayload: errorOf(2),
    });
    expect(await withLatestError(item)).toEqual({ ...item, latestErrorPayload: errorOf(2) });
    const retried = { ...item, latestErrorPayload: undefined };
    expect((await withResponses(retried)).latestErrorPayload).toBeUndefined();
  });

  it('go with the attempt that is dropped', async () => {
    const attempts = Array.from({ length: 20 }, (_, minute) => ({
      ...refusedAt(minute),
      responseStored: true as const,
    }));
    const item = fresh(1, { attempts });
    await put(item);
    for (const { at } of attempts) await deliveryStore.putResponse(item, { at, text: 'a response' });
    const after = { ...item, attempts: [...attempts.slice(1), refusedAt(20)], version: 2 };
    expect(await deliveryStore.save(item, after)).toEqual({ saved: true });
    const left = await findResponseKeys(item.PK);
    expect(left).toHaveLength(19);
    expect(left[0]?.SK).toContain(at(1));
    expect(await deliveryStore.readAdjacent(item, 'after')).toBeUndefined();
  });
});

it('an erasure keeps a waiter that was added since its read, and the lease of an attempt', async () => {
  const body = JSON.stringify({ firstName: 'Ana', lastName: 'Solis' });
  const [item, waiting] = [fresh(1, { body }), fresh(1)];
  for (const one of [item, waiting]) await put(one);
  const deleted = {
    bankAccounts: [],
    receivers: [],
    endpointResponses: [],
    receipts: [],
    information: [],
    identity: [],
    listRows: [],
    responses: [],
  };
  const records = { user: aUser(), erasedAtMs: undefined, transactions: [], deliveries: [], deleted };
  const writes = redactionWrites({ ...records, notifications: [item] }, START_MS);
  await deliveryStore.block(waiting, item, START_MS + 5);
  const leaseUntil = START_MS + 25_000;
  await deliveryStore.acquireLease(leaseRequestFor(item, { leaseUntilMs: leaseUntil }));
  await writeAtomically(writes);
  const erased = await deliveryStore.read(item);
  expect(erased).toMatchObject({ version: 2, hasWaiter: true, leaseUntil });
  expect(JSON.stringify(erased)).not.toContain('Solis');
});
