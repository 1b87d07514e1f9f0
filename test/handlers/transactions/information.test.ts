import { expect, it } from 'vitest';
import { contract } from '#functions/transactions/information/contract';
import { handler } from '#functions/transactions/information/handler';
import { noInformationRequested, transactionNotFound } from '#shared/api/problems';
import { INFORMATION_WINDOW_MS, newHold } from '#shared/transactions/domain/hold';
import { heldNames } from '#shared/transactions/domain/sandbox/held-names';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { payoutCreationWrite } from '#shared/transactions/payouts/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { aCrossRamp } from '#test/support/builders/transactions';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const items = [{ field: 'relationship', value: 'Supplier since 2019' }];

/** Stores a cross-ramp on hold. @returns its id */
async function held(world: World, lastName = 'Hold'): Promise<string> {
  const atMs = Date.now();
  const cause = heldNames[lastName] ?? expect.fail('The sandbox does not hold the name');
  const hold = newHold(cause, atMs, undefined);
  const { id } = await world.transaction(
    aCrossRamp({ status: 'READY_BANK_TRANSFER', hold, deadlineMs: hold.deadlineMs, version: 5 }),
  );
  return id;
}

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { id: await held(world) }, body: { items } }),
  foreign: 'TRANSACTION_NOT_FOUND',
  unknown: { id: transactionNotFound() },
  wrong: [
    ['no items', { items: undefined }, 'items'],
    ['an empty list', { items: [] }, 'items'],
    ['an item without a value', { items: [{ field: 'relationship' }] }, 'items.0.value'],
    ['a value and a file', { items: [{ ...items[0], fileUrl: 'https://a.example/1' }] }, 'items.0.value'],
    [
      'a file that is not fetched by https',
      { items: [{ field: 'relationship', fileUrl: 'http://a.example/1' }] },
      'items.0.fileUrl',
    ],
    ['a field that was not requested', { items: [...items, { field: 'purpose', value: 'Goods' }] }, 'items.1.field'],
    ['a field twice', { items: [...items, ...items] }, 'items.1.field'],
  ],
});

const inform = (world: World, id: string) => world.call(handler, { path: { id }, body: { items } });
const report = (transactionId: string, trigger: Trigger) =>
  applyEvent({ source: 'operator', eventId: 'event-1', transactionId, trigger, atMs: Date.now() });

it('keeps the response beside the transaction, and nowhere else', async () => {
  const world = await createWorld('provideInformation');
  await world.webhookTarget();
  const id = await held(world);
  expect(await inform(world, id)).toMatchObject({ status: 200, body: { data: { id, hold: null } } });
  expect(world.table.items('INFORMATION')).toMatchObject([{ items, transactionId: id }]);
  const elsewhere = world.table.items().filter(({ entity }) => entity !== 'INFORMATION');
  expect(JSON.stringify(elsewhere)).not.toContain('Supplier');
});

it('has the provider informed in production, and leaves the hold to the platform', async () => {
  const world = await createWorld('provideInformation', { stage: 'production' });
  const id = await held(world);
  await world.store(payoutCreationWrite(aCrossRamp({ id }), Date.now()));
  const { body } = await inform(world, id);
  expect(body.data.hold).toMatchObject({ actor: 'PLATFORM', requestedInformation: [], deadline: null });
  expect(world.table.items('PAYOUT')).toMatchObject([{ screening: 'INFORMED', outbox: 'OPEN' }]);
  expect(await inform(world, id)).toMatchObject(refusal(noInformationRequested()));
});

it('comes too late after the deadline', async () => {
  const world = await createWorld('provideInformation');
  const id = await held(world);
  world.advance(INFORMATION_WINDOW_MS);
  expect(await inform(world, id)).toMatchObject(refusal(noInformationRequested()));
  expect(world.table.items('TX')).toMatchObject([
    { status: 'FAILED', cancellationReason: 'INFORMATION_NOT_PROVIDED', refundHeld: expect.anything() },
  ]);
  expect(world.table.items('INFORMATION')).toEqual([]);
});

it('H05: loses to a rejection that comes at the same time', async () => {
  const world = await createWorld('provideInformation');
  const id = await held(world);
  world.table.beforeNextWrite(() => report(id, 'SCREENING_REJECTED'));
  expect(await inform(world, id)).toMatchObject(refusal(noInformationRequested()));
  expect(world.table.items('INFORMATION')).toEqual([]);
});

it('is taken for no hold of the platform', async () => {
  const world = await createWorld('provideInformation');
  expect(await inform(world, await held(world, 'Review'))).toMatchObject(refusal(noInformationRequested()));
  expect(world.table.items('INFORMATION')).toEqual([]);
});
