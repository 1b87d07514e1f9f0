import { expect, it } from 'vitest';
import { handler } from '#functions/provider-events/take/handler';
import { routeNotFound, serviceUnavailable, transactionNotFound } from '#shared/api/problems';
import { anOnRamp } from '#test/support/builders/transactions';
import { refusal } from '#test/support/handlers/describe-endpoint';
import { signedBy } from '#test/support/handlers/signed-request';
import { createWorld, PROVIDER_SECRETS, type World } from '#test/support/handlers/world';

const [SECRET = ''] = PROVIDER_SECRETS.callbackSecrets;
const { id: transactionId } = anOnRamp();
const deposit = {
  provider: 'banking',
  eventId: 'deposit-1',
  transactionId,
  type: 'DEPOSIT_RECEIVED',
  amount: '1000',
  currency: 'MXN',
};
const unauthorized = { status: 401, body: { code: 'UNAUTHORIZED' } };

async function production() {
  const world = await createWorld('takeProviderEvent', { stage: 'production' });
  await world.transaction(anOnRamp());
  return world;
}

const report = (world: World, body: object = deposit) => world.call(handler, signedBy(SECRET, body));

it('applies what a provider reports of a transaction', async () => {
  const world = await production();
  expect(await report(world)).toMatchObject({
    status: 200,
    body: { success: true, data: { transactionId, result: 'APPLIED', status: expect.any(String) } },
  });
  expect(world.table.items('TX')).toMatchObject([{ version: 2 }]);
  expect(world.table.items('TIMELINE')).toMatchObject([{ trigger: 'DEPOSIT_RECEIVED', cause: 'banking:deposit-1' }]);
});

it('applies the same event once', async () => {
  const world = await production();
  await report(world);
  expect(await report(world)).toMatchObject({ status: 200, body: { data: { result: 'DUPLICATE' } } });
  expect(world.table.items('TX')).toMatchObject([{ version: 2 }]);
});

it('applies it once when the same event comes at the same time', async () => {
  const world = await production();
  world.table.beforeNextWrite(() => report(world));
  expect(await report(world)).toMatchObject({ status: 200, body: { data: { result: 'DUPLICATE' } } });
  expect(world.table.items('TX')).toMatchObject([{ version: 2 }]);
});

it('refuses a report without a valid signature', async () => {
  const world = await production();
  const { headers, ...unsigned } = signedBy(SECRET, deposit);
  expect(await world.call(handler, unsigned)).toMatchObject(unauthorized);
  expect(await world.call(handler, { headers, body: `${unsigned.body} ` })).toMatchObject(unauthorized);
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  expect(await world.call(handler, signedBy(other, deposit))).toMatchObject(unauthorized);
  const early = signedBy(SECRET, deposit);
  world.advance(301_000);
  expect(await world.call(handler, early)).toMatchObject(unauthorized);
  expect(world.table.items('TX')).toMatchObject([{ version: 1 }]);
});

it("refuses what is another provider's to report, and alerts", async () => {
  const world = await production();
  const response = await report(world, { ...deposit, type: 'PAYOUT_COMPLETED' });
  expect(response).toMatchObject({ status: 403, body: { code: 'TRANSACTION_ACCESS_DENIED' } });
  expect(world.log.withMessage('A provider reported an event of another provider')).toHaveLength(1);
});

it('knows no other transaction', async () => {
  const world = await production();
  const unknown = { ...deposit, transactionId: '019bc1c5-0000-7000-8000-0000000000ff' };
  expect(await report(world, unknown)).toMatchObject(refusal(transactionNotFound()));
});

it.each([
  ['while the table is throttled', (world: World) => world.table.throttle()],
  ['while its write is throttled', (world: World) => world.table.throttle(5, 'write')],
])('returns 503 %s', async (_, fail) => {
  const world = await production();
  fail(world);
  expect(await report(world)).toMatchObject(refusal(serviceUnavailable()));
  expect(world.table.items('TX')).toMatchObject([{ version: 1 }]);
});

it('does not exist in a stage without providers', async () => {
  const world = await createWorld('takeProviderEvent');
  expect(await report(world)).toMatchObject(refusal(routeNotFound()));
});

it('refuses a report that names no chain of ours', async () => {
  const world = await production();
  expect(await report(world, { ...deposit, blockchain: 'DOGE' })).toMatchObject({ status: 400 });
  expect(world.table.items('TX')).toMatchObject([{ version: 1 }]);
});

it.each([
  ['of no form', { type: 'REFUND_PAID', refundId: 'refund 1' }],
  ['with another event', { refundId: 'RETURN' }],
])('refuses the id of a refund %s', async (_, fields) => {
  const world = await production();
  expect(await report(world, { ...deposit, ...fields })).toMatchObject({ status: 400 });
  expect(world.table.items('TX')).toMatchObject([{ version: 1 }]);
});
