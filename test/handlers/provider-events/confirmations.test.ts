/** Reports about the confirmations of a token deposit. The payment page shows them; nothing else changes. */
import { expect, it } from 'vitest';
import { handler } from '#functions/provider-events/take/handler';
import { findConfirmations } from '#shared/transactions/provider-reports/repository';
import { anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { signedBy } from '#test/support/handlers/signed-request';
import { createWorld } from '#test/support/handlers/world';

/** Each provider has a separate secret, which identifies the provider. */
const secretOf = (provider: string) => `whsec_${Buffer.from(provider.padEnd(32, '.')).toString('base64')}`;
const counted = (confirmations: unknown, requiredConfirmations: unknown = 12) => ({
  confirmations,
  requiredConfirmations,
});

/** Creates an off-ramp that waits for its tokens, with functions to report about it. */
async function unpaid() {
  const world = await createWorld('takeProviderEvent', { stage: 'production' });
  const transaction = await world.transaction(anOffRamp());
  world.web.on('https://secretsmanager.', ({ body }) => {
    const callbackSecrets = [secretOf(/custody/i.test(body) ? 'custody' : 'banking')];
    return { body: { SecretString: JSON.stringify({ apiKey: 'provider-key-0123456789', callbackSecrets }) } };
  });
  let events = 0;
  return {
    world,
    report: async (fields: object) => {
      events += 1;
      const event = { provider: 'custody', eventId: `event-${events}`, type: 'DEPOSIT_CONFIRMING' };
      const content = { ...event, transactionId: transaction.id, ...fields };
      const { status, body } = await world.call(handler, signedBy(secretOf(content.provider), content));
      return [status, body.data?.result ?? body.errors?.map(({ field }: { field: string }) => field)];
    },
    shown: async () => (await findConfirmations(transaction, Date.now()))?.confirmations,
  };
}

it('are shown, the most that were reported', async () => {
  const { world, report, shown } = await unpaid();
  const before = world.table.items('TX');
  expect(await shown()).toBeUndefined();
  for (const [count, result, most] of [
    [0, 'APPLIED', 0],
    [7, 'APPLIED', 7],
    [7, 'DUPLICATE', 7],
    [3, 'DUPLICATE', 7],
  ] as const) {
    expect(await report(counted(count))).toEqual([200, result]);
    expect(await shown()).toBe(most);
  }
  expect(world.table.items('TX')).toEqual(before);
});

it.each([
  ['no count', {}, ['confirmations']],
  ['no required count', { confirmations: 3 }, ['confirmations']],
  ['more than are required', counted(13), ['confirmations']],
  ['a negative count', counted(-1), ['confirmations']],
  ['a fraction', counted(1.5), ['confirmations']],
  ['text', counted('3'), ['confirmations']],
  ['none required', counted(0, 0), ['requiredConfirmations']],
  ['more than a chain has', counted(1, 10_001), ['requiredConfirmations']],
  ['a count in another report', { type: 'DEPOSIT_RECEIVED', ...counted(1) }, ['confirmations']],
])('are refused with %s', async (_, fields, wrong) => {
  const { world, report } = await unpaid();
  expect(await report(fields)).toEqual([400, wrong]);
  expect(world.table.items('CONFIRMATIONS')).toEqual([]);
});

it('are the custodian’s to report, of a deposit of tokens', async () => {
  const { world, report } = await unpaid();
  const onRamp = await world.transaction(anOnRamp({ id: '019bc1c5-0000-7000-8000-0000000000aa' }));
  expect((await report({ provider: 'banking', ...counted(1) }))[0]).toBe(403);
  expect((await report({ transactionId: onRamp.id, ...counted(1) }))[0]).toBe(403);
});
