import { expect, it } from 'vitest';
import { contract } from '#functions/off-ramp/execute/contract';
import { handler } from '#functions/off-ramp/execute/handler';
import { invalidInput, invalidTransition, transactionNotFound } from '#shared/api/problems';
import { type OffRampStatus, offRampStatuses, statusFacts } from '#shared/transactions/domain/status-facts';
import type { OffRamp } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { findSimulation, simulationWrite } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { START_MS } from '#test/support/handlers/randomness';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ body: { transactionId: (await world.transaction(anOffRamp())).id } }),
  foreign: 'TRANSACTION_ACCESS_DENIED',
});

const hash = (digit: string) => `0x${digit.repeat(64)}`;

async function execute(world: World, stored: OffRamp, transactionHash?: string) {
  const { id: transactionId } = await world.transaction(stored);
  return world.call(handler, { body: { transactionId, transactionHash } });
}

function report(transactionId: string, trigger: Trigger) {
  return applyEvent({ source: 'custody', eventId: 'event-1', transactionId, trigger, atMs: Date.now() });
}

it('executes a new off-ramp, whose tokens then arrive by themselves in the sandbox', async () => {
  const world = await createWorld('executeOffRamp');
  const { status, body } = await execute(world, anOffRamp(), hash('a'));
  const { id } = anOffRamp();
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data: { id, status: 'PENDING' } } });
  const executed = { status: 'PENDING', executedAtMs: Date.now(), transactionHash: hash('a'), version: 2 };
  expect(world.table.items('TX')).toMatchObject([executed]);
  expect(world.table.items('TIMELINE')).toMatchObject([
    { to: 'PENDING', trigger: 'EXECUTE', cause: 'partner:execute-1' },
  ]);
  const dueAt = Date.now() + 2000;
  expect(world.table.items('SIM')).toMatchObject([{ branch: 'COMPLETE', deposits: true, stepAt: dueAt, dueAt }]);
  // The transition to `PENDING` sends no webhook (contract, State machines).
  expect(world.table.items('NTF')).toEqual([]);
});

it('does not simulate the tokens in production', async () => {
  const world = await createWorld('executeOffRamp', { stage: 'production' });
  expect(await execute(world, anOffRamp())).toMatchObject({ status: 200, body: { data: { status: 'PENDING' } } });
  expect(world.table.items('SIM')).toEqual([]);
});

it.each([
  [
    'begins the simulation on the branch that was chosen',
    undefined,
    { deposits: true, version: 2, dueAtMs: START_MS + 2000 },
  ],
  ['keeps a step that is due', START_MS + 5, { deposits: false, version: 1, dueAtMs: START_MS + 5 }],
])('%s', async (_, dueAtMs, simulation) => {
  const world = await createWorld('executeOffRamp');
  const { id: transactionId, partnerId } = await world.transaction(anOffRamp());
  const armed = { transactionId, partnerId, branch: 'PAYOUT_FAILED', deposits: false, version: 1, dueAtMs } as const;
  await world.store(simulationWrite(armed, undefined));
  await world.call(handler, { body: { transactionId } });
  expect(await findSimulation(transactionId)).toMatchObject({ branch: 'PAYOUT_FAILED', ...simulation });
});

/** Statuses that the request changes, each with its new status. An off-ramp that ended without a payout rejects the request. */
const after: Partial<Record<OffRampStatus, OffRampStatus>> = {
  PENDING_PAYMENT: 'PENDING',
  CRYPTO_NOT_RECEIVED: 'PENDING',
};
const live = offRampStatuses.filter((status) => statusFacts[status].end !== 'UNPAID');

it.each(live)('responds with the status as it is: %s', async (status) => {
  const world = await createWorld('executeOffRamp');
  const response = await execute(world, anOffRamp({ status, deadlineMs: undefined }), hash('b'));
  expect(response).toMatchObject({ status: 200, body: { data: { status: after[status] ?? status } } });
  expect(world.table.items('TX')).toMatchObject([{ status: after[status] ?? status, transactionHash: hash('b') }]);
});

it.each(['CANCELLED', 'EXPIRED', 'FAILED'] as const)('refuses an off-ramp that is %s', async (status) => {
  const world = await createWorld('executeOffRamp');
  const response = await execute(world, anOffRamp({ status, deadlineMs: undefined }), hash('b'));
  expect(response).toMatchObject(refusal(invalidTransition()));
  expect(world.table.items('TX')).toMatchObject([{ status, version: 1 }]);
});

it('lets an off-ramp expire whose deadline has passed', async () => {
  const world = await createWorld('executeOffRamp');
  const { id: transactionId } = await world.transaction(anOffRamp());
  world.advance(24 * 3_600_000);
  expect(await world.call(handler, { body: { transactionId } })).toMatchObject(refusal(invalidTransition()));
  expect(world.table.items('TX')).toMatchObject([{ status: 'EXPIRED', cancellationReason: 'EXPIRED' }]);
});

it('may be repeated, and keeps the newest hash', async () => {
  const world = await createWorld('executeOffRamp');
  const first = await execute(world, anOffRamp(), hash('a'));
  const { id: transactionId } = anOffRamp();
  const stored = world.table.items();
  const again = await world.call(handler, { body: { transactionId, transactionHash: hash('a') } });
  expect(again).toMatchObject({ status: 200, text: first.text });
  expect(world.table.items()).toEqual(stored);
  await world.call(handler, { body: { transactionId: transactionId.toUpperCase(), transactionHash: hash('b') } });
  await world.call(handler, { body: { transactionId } });
  expect(world.table.items('TX')).toMatchObject([{ status: 'PENDING', transactionHash: hash('b') }]);
});

it.each([
  ['POL', '5j7s6NiJS3JAkvgkoc18WVAsiSaci2pxB2A6ueCJP4tprA2TFg9wSyTLeYouxPBJEMzJinENTkpA52YStRW5Dia7'],
  ['SOL', hash('a')],
  ['POL', 'hash'],
] as const)('refuses what is no hash on %s: %s', async (blockchain, transactionHash) => {
  const world = await createWorld('executeOffRamp');
  const response = await execute(world, anOffRamp({ blockchain }), transactionHash);
  const errors = [{ field: 'transactionHash', message: `Must be a transaction hash of ${blockchain}` }];
  expect(response).toMatchObject(refusal(invalidInput(errors)));
  expect(world.table.items('TX')).toMatchObject([{ version: 1 }]);
});

it.each(['019bc1c5-0000-7000-8000-0000000000ff', 'no-id'])('knows no off-ramp %s', async (transactionId) => {
  const world = await createWorld('executeOffRamp');
  expect(await world.call(handler, { body: { transactionId } })).toMatchObject(refusal(transactionNotFound()));
});

it.each([anOnRamp(), aCrossRamp()])('knows no off-ramp that is an $kind', async (stored) => {
  const world = await createWorld('executeOffRamp');
  const { id: transactionId } = await world.transaction(stored);
  expect(await world.call(handler, { body: { transactionId } })).toMatchObject(refusal(transactionNotFound()));
});

it('refuses a request without a transaction', async () => {
  const world = await createWorld('executeOffRamp');
  const errors = [{ field: 'transactionId', message: 'Required (a string)' }];
  expect(await world.call(handler, { body: {} })).toMatchObject(refusal(invalidInput(errors)));
});

it('executes an off-ramp whose tokens are there, or arrive at the same time', async () => {
  const world = await createWorld('executeOffRamp');
  const { id: transactionId } = await world.transaction(anOffRamp());
  world.table.beforeNextWrite(() => report(transactionId, 'DEPOSIT_RECEIVED'));
  const response = await world.call(handler, { body: { transactionId } });
  expect(response).toMatchObject({ status: 200, body: { data: { status: 'CRYPTO_RECEIVED' } } });
  const executed = { status: 'CRYPTO_RECEIVED', executedAtMs: Date.now(), version: 3 };
  expect(world.table.items('TX')).toMatchObject([executed]);
});

it('is executed once by two calls at the same time, and keeps the hash of the later one', async () => {
  const world = await createWorld('executeOffRamp');
  const { id: transactionId } = await world.transaction(anOffRamp());
  const call = (transactionHash: string) => world.call(handler, { body: { transactionId, transactionHash } });
  world.table.beforeNextWrite(() => call(hash('a')));
  expect(await call(hash('b'))).toMatchObject({ status: 200, body: { data: { status: 'PENDING' } } });
  expect(world.table.items('TX')).toMatchObject([{ status: 'PENDING', transactionHash: hash('b') }]);
  expect(world.table.items('TIMELINE')).toHaveLength(1);
});

it('loses to a cancellation at the same time', async () => {
  const world = await createWorld('executeOffRamp');
  const { id: transactionId } = await world.transaction(anOffRamp());
  world.table.beforeNextWrite(() => report(transactionId, 'CANCEL'));
  expect(await world.call(handler, { body: { transactionId } })).toMatchObject(refusal(invalidTransition()));
  expect(world.table.items('SIM')).toEqual([]);
});
