import { describe, expect, it } from 'vitest';
import { contract } from '#functions/sandbox/simulate/contract';
import { handler } from '#functions/sandbox/simulate/handler';
import { invalidInput, invalidTransition, transactionNotFound } from '#shared/api/problems';
import { newHold } from '#shared/transactions/domain/hold';
import { simulatedEvents } from '#shared/transactions/domain/sandbox/simulator';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { findSimulation, findTransaction, readTimelineEntries, simulationWrite } from '#shared/transactions/repository';
import { toTransactionResponse } from '#shared/transactions/response';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({
    path: { id: (await world.transaction(anOnRamp())).id },
    body: { event: 'DEPOSIT_RECEIVED' },
  }),
  foreign: 'TRANSACTION_NOT_FOUND',
  unknown: { id: transactionNotFound() },
  shows: 'transactions:read',
});

async function simulate(world: World, stored: Transaction, event: string) {
  const { id } = await world.transaction(stored);
  return world.call(handler, { path: { id }, body: { event } });
}

function report(transactionId: string, trigger: Trigger) {
  return applyEvent({ source: 'partner', eventId: 'event-1', transactionId, trigger, atMs: Date.now() });
}

const funded = { deadlineMs: undefined, version: 4 };
const completed = { ...funded, status: 'COMPLETED', completedAtMs: Date.UTC(2026, 0, 15, 12) } as const;

it.each([
  [anOnRamp(), 'DEPOSIT_RECEIVED', 'FIAT_RECEIVED', 'FIAT_RECEIVED_ON_RAMP'],
  [anOffRamp(), 'DEPOSIT_RECEIVED', 'CRYPTO_RECEIVED', 'CRYPTO_RECEIVED_OFF_RAMP'],
  [aCrossRamp(), 'DEPOSIT_RECEIVED', 'FIAT_RECEIVED', 'FIAT_RECEIVED_CROSS_RAMP'],
  [anOffRamp({ status: 'PENDING' }), 'DEPOSIT_NOT_RECEIVED', 'CRYPTO_NOT_RECEIVED', 'CRYPTO_NOT_RECEIVED_OFF_RAMP'],
  [anOnRamp(), 'EXPIRE', 'EXPIRED', 'EXPIRED_ON_RAMP'],
  [aCrossRamp(), 'EXPIRE', 'EXPIRED', 'EXPIRED_CROSS_RAMP'],
  [aCrossRamp(completed), 'PAYOUT_RETURNED', 'COMPLETED', 'PAYOUT_RETURNED_CROSS_RAMP'],
] as const)('$0.kind: has %s reported now, and responds with %s', async (stored, trigger, status, event) => {
  const world = await createWorld('simulateTransaction');
  const response = await simulate(world, stored, trigger);
  expect(response.status, response.text).toBe(200);
  const after = await findTransaction(stored.id);
  expect(after).toMatchObject({ status, version: stored.version + 1 });
  expect(response.body).toEqual({ success: true, data: after && toTransactionResponse(after, Date.now()) });
  expect(world.table.items('TIMELINE')).toMatchObject([
    { to: status, trigger, cause: `sandbox:${trigger}-${stored.version}` },
  ]);
  expect(world.table.items('NTF')).toMatchObject([{ event }]);
});

it('releases a hold of the platform', async () => {
  const world = await createWorld('simulateTransaction');
  const hold = newHold({ reason: 'COMPLIANCE_REVIEW', requestedInformation: [] }, Date.now(), undefined);
  const stored = aCrossRamp({ ...funded, status: 'READY_BANK_TRANSFER', hold });
  const { id } = await world.transaction(stored);
  const response = await world.call(handler, { path: { id }, body: { event: 'RELEASE_HOLD' } });
  expect(response).toMatchObject({ status: 200, body: { data: { id, hold: null } } });
  expect(world.table.items('NTF')).toMatchObject([{ event: 'HOLD_RELEASED_CROSS_RAMP' }]);
  expect((await findTransaction(id))?.hold).toBeUndefined();
});

it('has the steps run on after a deposit, on the branch that was chosen', async () => {
  const world = await createWorld('simulateTransaction');
  const { id, partnerId } = await world.transaction(aCrossRamp());
  const armed = { transactionId: id, partnerId, branch: 'MANUAL_REVIEW', deposits: false, version: 1 } as const;
  await world.store(simulationWrite({ ...armed, dueAtMs: undefined }, undefined));
  await world.call(handler, { path: { id }, body: { event: 'DEPOSIT_RECEIVED' } });
  const started = { branch: 'MANUAL_REVIEW', deposits: true, version: 2, dueAtMs: Date.now() + 2000 };
  expect(await findSimulation(id)).toMatchObject(started);
});

it.each(['NAME_CHECK_FAILED', 'PAYOUT_FAILED', 'MANUAL_REVIEW'])(
  'arms a branch for when it is reached: %s',
  async (branch) => {
    const world = await createWorld('simulateTransaction');
    const response = await simulate(world, aCrossRamp(), branch);
    const { id } = aCrossRamp();
    expect(response).toMatchObject({ status: 200, body: { data: { id, status: 'PENDING', version: 1 } } });
    // The simulation is not due until the transaction has received its deposit.
    expect(await findSimulation(id)).toMatchObject({ branch, deposits: false, version: 1, dueAtMs: undefined });
  },
);

it.each([
  ['a second deposit', aCrossRamp({ ...funded, status: 'FIAT_RECEIVED' }), 'DEPOSIT_RECEIVED'],
  ['the absence of fiat', aCrossRamp(), 'DEPOSIT_NOT_RECEIVED'],
  ['the expiry of a funded transaction', anOnRamp({ ...funded, status: 'IN_PROGRESS' }), 'EXPIRE'],
  ['the return of a payout that was not made', aCrossRamp(), 'PAYOUT_RETURNED'],
  ['the return of tokens that were sent', anOnRamp(completed), 'PAYOUT_RETURNED'],
  ['a branch that it has passed', aCrossRamp(completed), 'PAYOUT_FAILED'],
  ['a branch after its end', anOnRamp({ ...funded, status: 'CANCELLED' }), 'MANUAL_REVIEW'],
])('refuses %s', async (_, stored, event) => {
  const world = await createWorld('simulateTransaction');
  expect(await simulate(world, stored, event)).toMatchObject(refusal(invalidTransition()));
  expect(await findSimulation(stored.id)).toBeUndefined();
  expect(await findTransaction(stored.id)).toMatchObject({ version: stored.version });
});

it('returns a deposit that comes after the expiry', async () => {
  const world = await createWorld('simulateTransaction');
  const { id } = await world.transaction(anOnRamp());
  world.advance(kindFacts.ON_RAMP.expiryMs);
  const response = await world.call(handler, { path: { id }, body: { event: 'DEPOSIT_RECEIVED' } });
  const surplusDeposits = [{ amount: 1000, currency: 'MXN', at: '2026-01-18T12:00:00.000Z' }];
  expect(response).toMatchObject({ status: 200, body: { data: { status: 'EXPIRED', surplusDeposits } } });
  // The return of the deposit is ordered immediately.
  expect(world.table.items('ORDER')).toMatchObject([{ name: 'SURPLUS-0', transactionId: id, outbox: 'OPEN' }]);
});

it.each([{}, { event: 'EXPIRED' }, { event: 'CANCEL' }])('refuses the body %j', async (body) => {
  const world = await createWorld('simulateTransaction');
  const { id } = await world.transaction(anOnRamp());
  const problem = invalidInput([{ field: 'event', message: `Must be one of ${simulatedEvents.join(', ')}` }]);
  expect(await world.call(handler, { path: { id }, body })).toMatchObject(refusal(problem));
});

it('loses to a cancellation at the same time', async () => {
  const world = await createWorld('simulateTransaction');
  const { id } = await world.transaction(anOnRamp());
  world.table.beforeNextWrite(() => report(id, 'CANCEL'));
  const response = await world.call(handler, { path: { id }, body: { event: 'EXPIRE' } });
  expect(response).toMatchObject(refusal(invalidTransition()));
  expect(await findTransaction(id)).toMatchObject({ status: 'CANCELLED', version: 2 });
});

it('arms no branch of a transaction that ends at the same moment', async () => {
  const world = await createWorld('simulateTransaction');
  const { id } = await world.transaction(aCrossRamp());
  world.table.beforeNextWrite(() => report(id, 'CANCEL'));
  const response = await world.call(handler, { path: { id }, body: { event: 'PAYOUT_FAILED' } });
  expect(response).toMatchObject(refusal(invalidTransition()));
  expect(await findSimulation(id)).toBeUndefined();
});

it('refuses a deposit when another one has come in between', async () => {
  const world = await createWorld('simulateTransaction');
  const { id } = await world.transaction(anOnRamp());
  world.table.beforeNext('BatchGetItem', () => report(id, 'DEPOSIT_RECEIVED'));
  const response = await world.call(handler, { path: { id }, body: { event: 'DEPOSIT_RECEIVED' } });
  expect(response).toMatchObject(refusal(invalidTransition()));
  expect(await findTransaction(id)).toMatchObject({ surplusDeposits: [], version: 2 });
});

it('reads the simulation again when it has taken a step', async () => {
  const world = await createWorld('simulateTransaction');
  const { id, partnerId } = await world.transaction(anOffRamp());
  const stepped = { transactionId: id, partnerId, branch: 'COMPLETE', deposits: true, version: 1 } as const;
  world.table.beforeNextWrite(() => world.store(simulationWrite({ ...stepped, dueAtMs: Date.now() + 5 }, undefined)));
  const response = await world.call(handler, { path: { id }, body: { event: 'PAYOUT_FAILED' } });
  expect(response.status).toBe(200);
  const armed = { branch: 'PAYOUT_FAILED', deposits: true, version: 2, dueAtMs: Date.now() + 5 };
  expect(await findSimulation(id)).toMatchObject(armed);
});

describe('deposits of another amount', () => {
  const deposit = (world: World, id: string, amount?: number) =>
    world.call(handler, { path: { id }, body: { event: 'DEPOSIT_RECEIVED', amount } });

  it('adds up what is kept until it is enough, and returns the excess', async () => {
    const world = await createWorld('simulateTransaction');
    const depositTerms = { toleranceBps: 100, partial: 'TOP_UP' } as const;
    const { id } = await world.transaction(anOnRamp({ depositTerms }));
    const first = (await deposit(world, id, 400)).body.data;
    expect(first).toMatchObject({ status: 'PENDING_PAYMENT', depositReceived: 400, depositOutstanding: 600 });
    expect(world.table.items('ORDER')).toEqual([]);
    const { data } = (await deposit(world, id, 590.5)).body;
    const at = '2026-01-15T12:00:00.000Z';
    expect(data).toMatchObject({
      ...{ status: 'FIAT_RECEIVED', depositReceived: 990.5, depositOutstanding: 0 },
      surplusDeposits: [{ amount: 400, currency: 'MXN', at, usedAt: at }],
    });
    const { entries = [] } = (await readTimelineEntries(id)).at(-1) ?? {};
    const lines = entries.map(({ account, side, amount }) => [account.replace(/:[-0-9a-f]{36}/, ''), side, amount]);
    expect(lines).toEqual([
      ['refund', 'DEBIT', '400.00'],
      ['user', 'CREDIT', '400.00'],
      ['settlement:pay-in', 'DEBIT', '590.50'],
      ['user', 'CREDIT', '590.50'],
      ['partner:shortfall', 'DEBIT', '9.50'],
      ['user', 'CREDIT', '9.50'],
    ]);
    expect(await findSimulation(id)).toMatchObject({ deposits: true, dueAtMs: Date.now() + 2000 });
  });

  it('without an amount is what is missing', async () => {
    const world = await createWorld('simulateTransaction');
    const { id } = await world.transaction(aCrossRamp({ depositTerms: { partial: 'TOP_UP' } }));
    await deposit(world, id, 1000);
    const { data } = (await deposit(world, id)).body;
    expect(data).toMatchObject({ status: 'FIAT_RECEIVED', surplusDeposits: [{ amount: 1000 }] });
  });

  it.each([
    ['EXPIRE', 5, 'Only DEPOSIT_RECEIVED has an amount'],
    ['DEPOSIT_RECEIVED', 0, 'Must be greater than 0'],
    ['DEPOSIT_RECEIVED', 0.001, 'Has more decimals than its currency'],
  ])('refuses %s of %d', async (event, amount, message) => {
    const world = await createWorld('simulateTransaction');
    const { id } = await world.transaction(anOnRamp());
    const response = await world.call(handler, { path: { id }, body: { event, amount } });
    expect(response).toMatchObject(refusal(invalidInput([{ field: 'amount', message }])));
    expect(await findTransaction(id)).toMatchObject({ version: 1 });
  });
});
