import { expect, it } from 'vitest';
import { contract } from '#functions/transactions/cancel/contract';
import { handler } from '#functions/transactions/cancel/handler';
import { compressedBody, invalidTransition, notJson, notUtf8, transactionNotFound } from '#shared/api/problems';
import { limitsAt } from '#shared/limits/domain/limit';
import { takeWrite } from '#shared/limits/repository';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { replaceTransaction } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { money } from '#shared/values/money/money';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { id: (await world.transaction(anOnRamp())).id } }),
  foreign: 'PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR',
  unknown: { id: transactionNotFound() },
});

function report(transactionId: string, trigger: Trigger) {
  return applyEvent({ source: 'banking', eventId: 'event-1', transactionId, trigger, atMs: Date.now() });
}

const cancel = (world: World, id: string) => world.call(handler, { path: { id } });

it.each([anOnRamp(), anOffRamp(), aCrossRamp()])('cancels a transaction that has no deposit: $kind', async (stored) => {
  const world = await createWorld('cancelTransaction');
  await world.webhookTarget();
  const { id, userId, kind } = await world.transaction(stored);
  const response = await cancel(world, id);
  expect(response).toMatchObject({ status: 200, body: { success: true, data: { id, userId, status: 'CANCELLED' } } });
  const [cancelled] = world.table.items('TX');
  expect(cancelled).toMatchObject({ status: 'CANCELLED', cancellationReason: 'CANCELLED_BY_PARTNER', version: 2 });
  expect(world.table.items('TIMELINE')).toMatchObject([
    { to: 'CANCELLED', trigger: 'CANCEL', cause: 'partner:cancel-1' },
  ]);
  expect(world.table.items('NTF')).toMatchObject([{ event: expect.stringContaining(kind), status: 'PENDING' }]);
});

it.each([
  ['while its day and month last', 0, [0, 0]],
  ['of its month once its day is over', 24 * 3_600_000, [500, 0]],
])('gives back what it counted %s', async (_, laterMs, left) => {
  const world = await createWorld('cancelTransaction');
  const stored = await world.transaction(anOnRamp());
  const uses = limitsAt({ userDay: 900, partnerMonth: 900 }, Date.now()).map((limit) => {
    const { name, within } = limit;
    return { limit, use: { name, within, allotment: 0, cents: 500n } };
  });
  for (const { limit, use } of uses) await world.store(takeWrite(limit, { ...use, ceiling: 900n }, stored));
  const limitUses = uses.map(({ use }) => use);
  await replaceTransaction(stored, { ...stored, limitUses, version: 2 });
  world.advance(laterMs);
  await cancel(world, stored.id);
  await cancel(world, stored.id);
  expect(world.table.items('TX')).toMatchObject([{ status: 'CANCELLED', limitUses: [{ cents: 500 }, { cents: 500 }] }]);
  expect(world.table.items('LIMIT').map(({ used }) => used)).toEqual(left);
});

it('changes nothing when it is repeated', async () => {
  const world = await createWorld('cancelTransaction');
  const { id } = await world.transaction(anOnRamp());
  const first = await cancel(world, id);
  const stored = world.table.items();
  expect(await cancel(world, id)).toMatchObject({ status: 200, text: first.text });
  expect(world.table.items()).toEqual(stored);
});

it('refuses a transaction that was paid in', async () => {
  const world = await createWorld('cancelTransaction');
  const { id } = await world.transaction(anOnRamp());
  await report(id, 'DEPOSIT_RECEIVED');
  const stored = world.table.items();
  expect(await cancel(world, id)).toMatchObject(refusal(invalidTransition()));
  expect(world.table.items()).toEqual(stored);
});

it('refuses a transaction that was cancelled for another reason', async () => {
  const world = await createWorld('cancelTransaction');
  const { id } = await world.transaction(
    anOnRamp({ status: 'CANCELLED', cancellationReason: 'NAME_VERIFICATION_FAILED' }),
  );
  expect(await cancel(world, id)).toMatchObject(refusal(invalidTransition()));
});

it('lets a transaction expire whose deadline has passed', async () => {
  const world = await createWorld('cancelTransaction');
  const { id } = await world.transaction(anOnRamp());
  world.advance(kindFacts.ON_RAMP.expiryMs);
  expect(await cancel(world, id)).toMatchObject(refusal(invalidTransition()));
  expect(world.table.items('TX')).toMatchObject([{ status: 'EXPIRED', cancellationReason: 'EXPIRED' }]);
});

it('loses to a deposit that comes at the same time', async () => {
  const world = await createWorld('cancelTransaction');
  const { id } = await world.transaction(anOnRamp());
  world.table.beforeNextWrite(() => report(id, 'DEPOSIT_RECEIVED'));
  expect(await cancel(world, id)).toMatchObject(refusal(invalidTransition()));
  expect(world.table.items('TX')).toMatchObject([{ version: 2 }]);
});

it('is written once when a transaction held the item for a moment', async () => {
  const world = await createWorld('cancelTransaction');
  const { id } = await world.transaction(anOnRamp());
  world.table.conflict(2);
  expect((await cancel(world, id)).status).toBe(200);
  expect(world.table.items('TIMELINE')).toHaveLength(1);
});

it('has what was kept for a top-up returned', async () => {
  const world = await createWorld('cancelTransaction');
  const surplusDeposits = [{ amount: money(400_00n, 'MXN'), atMs: Date.now(), returnedAtMs: undefined }];
  const { id } = await world.transaction(anOnRamp({ depositTerms: { partial: 'TOP_UP' }, surplusDeposits }));
  expect((await cancel(world, id)).body.data.status).toBe('CANCELLED');
  expect(world.table.items('ORDER')).toMatchObject([{ name: 'SURPLUS-0', transactionId: id }]);
});

it.each([
  [{ 'content-type': 'application/json; charset=latin1' }, notUtf8()],
  [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, compressedBody()],
  [{ 'content-type': 'text/plain' }, notJson()],
])('refuses a body with the headers %j, which it does not read', async (headers, refused) => {
  const world = await createWorld('cancelTransaction');
  const { id } = await world.transaction(anOnRamp());
  expect(await world.call(handler, { path: { id }, headers, body: '{}' })).toMatchObject(refusal(refused));
  expect((await world.call(handler, { path: { id }, headers })).status).toBe(200);
});
