import { expect, it } from 'vitest';
import { contract } from '#functions/transactions/events/contract';
import { handler } from '#functions/transactions/events/handler';
import { transactionNotFound } from '#shared/api/problems';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { id: (await world.transaction(anOnRamp())).id } }),
  foreign: 'TRANSACTION_NOT_FOUND',
  unknown: { id: transactionNotFound() },
  refuses: ['limit=1'],
});

it.each([
  { stored: anOnRamp(), to: 'PENDING_PAYMENT' },
  { stored: anOffRamp(), to: 'PENDING_PAYMENT' },
  { stored: aCrossRamp(), to: 'PENDING' },
])('begins with the creation: $stored.kind', async ({ stored, to }) => {
  const world = await createWorld('listTransactionEvents');
  const { id } = await world.transaction(stored);
  const { status, body } = await world.call(handler, { path: { id } });
  const created = { from: null, to, at: '2026-01-15T12:00:00.000Z', cause: 'CREATED' };
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, data: { count: 1, total: 1, data: [created] } },
  });
});

it('shows each step with its instant and cause, oldest first, without what a provider said', async () => {
  const world = await createWorld('listTransactionEvents');
  const { id } = await world.transaction(aCrossRamp());
  const triggers: Trigger[] = ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_FAILED'];
  for (const trigger of triggers) {
    world.advance(2000);
    const event = { source: 'banking', eventId: trigger, transactionId: id, trigger, reason: 'Of no concern' };
    await applyEvent({ ...event, atMs: Date.now() });
  }
  const { body } = await world.call(handler, { path: { id } });
  const data = [
    { from: null, to: 'PENDING', at: '2026-01-15T12:00:00.000Z', cause: 'CREATED' },
    { from: 'PENDING', to: 'FIAT_RECEIVED', at: '2026-01-15T12:00:02.000Z', cause: 'DEPOSIT_RECEIVED' },
    { from: 'FIAT_RECEIVED', to: 'IN_PROGRESS', at: '2026-01-15T12:00:04.000Z', cause: 'CONVERSION_STARTED' },
    { from: 'IN_PROGRESS', to: 'FAILED', at: '2026-01-15T12:00:06.000Z', cause: 'CONVERSION_FAILED' },
  ];
  expect(body).toEqual({ success: true, data: { count: 4, total: 4, data } });
});
