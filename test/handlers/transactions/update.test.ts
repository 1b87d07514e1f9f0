import { expect, it } from 'vitest';
import { contract } from '#functions/transactions/update/contract';
import { handler } from '#functions/transactions/update/handler';
import { invalidInput, transactionNotFound, userNotAssociated } from '#shared/api/problems';
import { erasedTransaction } from '#shared/erasure/domain/erasure';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findTransaction, replaceTransaction } from '#shared/transactions/repository';
import { toTransactionResponse } from '#shared/transactions/response';
import { metadataOf, wrongAnnotations } from '#test/support/annotations';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({
    path: { id: (await world.transaction(aCrossRamp())).id },
    body: { externalId: 'order-2087' },
  }),
  foreign: 'TRANSACTION_NOT_FOUND',
  unknown: { id: transactionNotFound() },
  wrong: [
    ...wrongAnnotations,
    ['an empty external id', { externalId: '' }, 'externalId'],
    ['a blank external id', { externalId: ' \u2800' }, 'externalId'],
  ],
});

const update = (world: World, { id }: Pick<Transaction, 'id'>, body?: unknown) =>
  world.call(handler, { path: { id }, body });

const old = { externalId: 'old', metadata: { a: '1', b: '2' } };
const externalRows = (world: World) => world.table.items().filter(({ PK }) => String(PK).includes('#EXTERNAL#'));

it('stores both with the next version, and nothing else', async () => {
  const world = await createWorld('updateTransaction');
  const before = await world.transaction(aCrossRamp());
  world.advance(1000);
  const annotations = { externalId: 'Order 1042 · Ñandú 🦤', metadata: { constructor: 'x', toString: '', _: '-' } };
  const response = await update(world, before, { ...annotations, status: 'COMPLETED', amount: 1 });
  const after = { ...before, ...annotations, version: 2, updatedAtMs: Date.now() };
  expect(response.body).toEqual({ success: true, data: toTransactionResponse(after, Date.now()) });
  expect(response.body.data).toMatchObject(annotations);
  expect(await findTransaction(before.id)).toEqual(after);
  expect(world.table.items('NTF')).toEqual([]);
  expect(world.table.items('TIMELINE')).toEqual([]);
  expect(JSON.stringify(world.log.lines)).not.toContain('1042');
});

it.each<[string, object, object]>([
  ['an absent field stays', { externalId: 'new' }, { externalId: 'new', metadata: old.metadata }],
  ['null clears the external id', { externalId: null }, { externalId: null, metadata: old.metadata }],
  ['null clears all metadata', { metadata: null }, { externalId: 'old', metadata: {} }],
  ['a key is added', { metadata: { c: '3' } }, { metadata: { a: '1', b: '2', c: '3' } }],
  ['a key is changed', { metadata: { a: 'A' } }, { metadata: { a: 'A', b: '2' } }],
  ['a key with null is removed', { metadata: { a: null, z: null } }, { metadata: { b: '2' } }],
  ['the last key is removed', { metadata: { a: null, b: null } }, { metadata: {} }],
])('%s', async (_, body, shown) => {
  const world = await createWorld('updateTransaction');
  const transaction = await world.transaction(anOnRamp(old));
  const response = await update(world, transaction, body);
  expect(response.status, response.text).toBe(200);
  expect(response.body.data).toMatchObject({ ...shown, version: 2 });
  expect(toTransactionResponse((await findTransaction(transaction.id)) ?? transaction, Date.now())).toEqual(
    response.body.data,
  );
});

it.each([
  undefined,
  {},
  { unknown: 1 },
  { metadata: {} },
  { ...old },
  { metadata: { b: '2' } },
  { metadata: { z: null } },
])('writes nothing for %j, which is no change', async (body) => {
  const world = await createWorld('updateTransaction');
  const transaction = await world.transaction(anOffRamp(old));
  const stored = world.table.items();
  const response = await update(world, transaction, body);
  expect(response.body.data).toMatchObject({ ...old, version: 1 });
  expect(world.table.items()).toEqual(stored);
});

it('moves its place in the list by external id', async () => {
  const world = await createWorld('updateTransaction');
  const transaction = await world.transaction(aCrossRamp());
  expect(externalRows(world)).toEqual([]);
  await update(world, transaction, { externalId: 'first' });
  const [first] = externalRows(world);
  await update(world, transaction, { externalId: 'First' });
  const [second, ...others] = externalRows(world);
  expect([second?.SK, others]).toEqual([transaction.id, []]);
  expect(second?.PK).not.toBe(first?.PK);
  await update(world, transaction, { externalId: null });
  expect(externalRows(world)).toEqual([]);
});

it('takes 20 keys in all, whatever was there before', async () => {
  const world = await createWorld('updateTransaction');
  const transaction = await world.transaction(aCrossRamp());
  expect((await update(world, transaction, { metadata: metadataOf(20) })).status).toBe(200);
  const full = refusal(invalidInput([{ field: 'metadata', message: 'Must have at most 20 keys' }]));
  expect(await update(world, transaction, { metadata: { another: 'a' } })).toMatchObject(full);
  const swapped = await update(world, transaction, { metadata: { another: 'x'.repeat(500), 'key-0': null } });
  expect(Object.keys(swapped.body.data.metadata)).toHaveLength(20);
});

it.each<[string, Transaction]>([
  ['completed', aCrossRamp({ status: 'COMPLETED', deadlineMs: undefined })],
  ['cancelled', anOnRamp({ status: 'CANCELLED', deadlineMs: undefined })],
  ['failed', anOffRamp({ status: 'FAILED', deadlineMs: undefined })],
])('changes a transaction that is %s, and leaves its status', async (_, stored) => {
  const world = await createWorld('updateTransaction');
  const transaction = await world.transaction(stored);
  const response = await update(world, transaction, { externalId: 'late' });
  expect(response.body.data).toMatchObject({ externalId: 'late', status: stored.status, version: 2 });
});

it('keeps another change at the same time', async () => {
  const world = await createWorld('updateTransaction');
  const transaction = await world.transaction(aCrossRamp(old));
  world.table.beforeNextWrite(() => update(world, transaction, { externalId: 'theirs', metadata: { a: null } }));
  const response = await update(world, transaction, { metadata: { c: '3' } });
  expect(response.body.data).toMatchObject({ externalId: 'theirs', metadata: { b: '2', c: '3' }, version: 3 });
  expect(externalRows(world)).toHaveLength(1);
});

it('refuses a transaction whose user was erased, also one that is erased at the same time', async () => {
  const world = await createWorld('updateTransaction');
  const transaction = await world.transaction(aCrossRamp(old));
  world.table.beforeNextWrite(async () => {
    const after = erasedTransaction(transaction, Date.now());
    expect(after !== undefined && (await replaceTransaction(transaction, after))).toBe(true);
  });
  const response = await update(world, transaction, { externalId: 'after' });
  expect(response).toMatchObject(refusal(userNotAssociated()));
  const { externalId, metadata } = (await findTransaction(transaction.id)) ?? transaction;
  expect([externalId, metadata]).toEqual([undefined, undefined]);
  expect(externalRows(world)).toEqual([]);
});
