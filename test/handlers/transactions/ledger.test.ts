import { expect, it } from 'vitest';
import { contract } from '#functions/transactions/ledger/contract';
import { handler } from '#functions/transactions/ledger/handler';
import { transactionNotFound } from '#shared/api/problems';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { aCrossRamp, anOnRamp } from '#test/support/builders/transactions';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { id: (await world.transaction(anOnRamp())).id } }),
  foreign: 'TRANSACTION_NOT_FOUND',
  unknown: { id: transactionNotFound() },
  refuses: ['skip=0'],
});

async function report(world: World, transactionId: string, ...triggers: readonly Trigger[]) {
  for (const trigger of triggers) {
    world.advance(2000);
    await applyEvent({ source: 'banking', eventId: trigger, transactionId, trigger, atMs: Date.now() });
  }
}

/** Returns a debit and a credit. The cause determines their time. */
function entry(accounts: readonly [string, string], [amount, currency]: readonly [string, string], cause: string) {
  const seconds = { DEPOSIT_RECEIVED: '02', CONVERSION_COMPLETED: '06', PAYOUT_COMPLETED: '10' }[cause];
  const rest = { amount, currency, at: `2026-01-15T12:00:${seconds}.000Z`, cause };
  return accounts.map((account, index) => ({ account, side: index === 0 ? 'DEBIT' : 'CREDIT', ...rest }));
}

it('is empty before money comes', async () => {
  const world = await createWorld('listTransactionLedger');
  const { id } = await world.transaction(anOnRamp());
  const { status, body } = await world.call(handler, { path: { id } });
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data: { count: 0, total: 0, data: [] } } });
});

it('shows the double entries of a cross-ramp, oldest first, with fee and premium', async () => {
  const world = await createWorld('listTransactionLedger');
  const { id, userId, partnerId } = await world.transaction(aCrossRamp());
  await report(world, id, 'DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_COMPLETED');
  await report(world, id, 'PAYOUT_SUBMITTED', 'PAYOUT_COMPLETED');
  const { body } = await world.call(handler, { path: { id } });
  const user = `user:${userId}`;
  // 2000.01 − 25 MXN are worth 98.25 USD without the premium, and 97.28 USD with it.
  const data = [
    ...entry(['settlement:pay-in', user], ['2000.01', 'MXN'], 'DEPOSIT_RECEIVED'),
    ...entry([user, 'platform:fees'], ['25.00', 'MXN'], 'CONVERSION_COMPLETED'),
    ...entry([user, 'platform:position'], ['1975.01', 'MXN'], 'CONVERSION_COMPLETED'),
    ...entry(['platform:position', user], ['97.28', 'USD'], 'CONVERSION_COMPLETED'),
    ...entry(['platform:position', `partner:${partnerId}:premium`], ['0.97', 'USD'], 'CONVERSION_COMPLETED'),
    ...entry([user, 'settlement:pay-out'], ['97.28', 'USD'], 'PAYOUT_COMPLETED'),
  ];
  expect(body).toEqual({ success: true, data: { count: 12, total: 12, data } });
});

it('keeps a deposit that comes after the cancellation for the refund of the user', async () => {
  const world = await createWorld('listTransactionLedger');
  const { id, userId } = await world.transaction(anOnRamp());
  await report(world, id, 'CANCEL', 'DEPOSIT_RECEIVED');
  const { body } = await world.call(handler, { path: { id } });
  const rest = { amount: '1000.00', currency: 'MXN', at: '2026-01-15T12:00:04.000Z', cause: 'DEPOSIT_RECEIVED' };
  expect(body.data.data).toEqual([
    { account: 'settlement:pay-in', side: 'DEBIT', ...rest },
    { account: `refund:${userId}`, side: 'CREDIT', ...rest },
  ]);
});
