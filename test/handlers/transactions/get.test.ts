import { describe, expect, it } from 'vitest';
import { contract } from '#functions/transactions/get/contract';
import { handler } from '#functions/transactions/get/handler';
import { transactionNotFound } from '#shared/api/problems';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import { money } from '#shared/values/money/money';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { id: (await world.transaction(anOnRamp())).id } }),
  foreign: 'TRANSACTION_NOT_FOUND',
  unknown: { id: transactionNotFound() },
});

const get = (world: World, id: string) => world.call(handler, { path: { id } });

const at = '2026-01-15T12:00:00.000Z';
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const stp = { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' };

/** Fields of every new transaction. */
const common = {
  id: '019bc1c5-0000-7000-8000-000000000001',
  userId: '019bc1c5-0000-7000-8000-000000000003',
  version: 1,
  premiumSpread: 0.01,
  quoteId: null,
  reference: null,
  ...{ externalId: null, metadata: {} },
  transactionHash: null,
  warnings: [],
  // The stored item has no payment page.
  paymentUrl: null,
  ...{ createdAt: at, updatedAt: at, executedAt: null, completedAt: null },
  ...{
    cancellationReason: null,
    cancellationMessage: null,
    hold: null,
    rails: { deposit: null, payout: null },
    surplusDeposits: [],
  },
  invoice: { transactionHash: null, paymentUrl: null },
};

const ramp = {
  ...common,
  status: 'PENDING_PAYMENT',
  crossFiatAmount: 0,
  ...{ fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL', targetRail: null, flow: 'REGULAR' },
  ...{ forwardingDays: 0, effectiveForwardingDays: 0, forwardingSettlementDate: at, forwardingAdjustments: [] },
  destinationWalletAddress: wallet,
};

const onRamp = {
  ...ramp,
  type: 'ON_RAMP',
  ...{ fiatAmount: 1000, cryptoAmount: 53.129, exchangeRate: 18.822 },
  bankAccount: { ...stp, isVerified: true, message: 'PR0000' },
};

const offRamp = {
  ...ramp,
  type: 'OFF_RAMP',
  ...{ fiatAmount: 903.6, cryptoAmount: 50, exchangeRate: 18.072 },
  bankAccount: { ...stp, isVerified: false },
};

const crossRamp = {
  ...common,
  type: 'CROSS_RAMP',
  status: 'PENDING',
  ...{ sourceCurrency: 'MXN', sourceAmount: 2000.01, targetCurrency: 'USD', targetAmount: 97.28 },
  exchangeRate: 0.0492586572,
  fees: { fixedFee: 25, feeCurrency: 'MXN' },
  sourceBankAccount: { ...stp, isVerified: true, message: 'PR0000' },
  targetBankAccount: { country: 'US', accountIdentifier: '1', bankName: 'Bank', isVerified: true },
  targetRail: 'LOCAL',
};

it.each([
  { stored: anOnRamp(), data: onRamp },
  { stored: anOffRamp(), data: offRamp },
  { stored: aCrossRamp(), data: crossRamp },
])('shows a new transaction: $data.type', async ({ stored, data }) => {
  const world = await createWorld('getTransaction');
  const { id } = await world.transaction(stored);
  const { status, body } = await get(world, id);
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
});

describe('shows what has become of it:', () => {
  const atMs = Date.UTC(2026, 0, 15, 12);
  const transactionHash = `0x${'ab'.repeat(32)}`;
  it.each([
    [
      'an executed off-ramp',
      anOffRamp({ status: 'PENDING', version: 2, executedAtMs: atMs, transactionHash }),
      { status: 'PENDING', executedAt: at, transactionHash, invoice: { transactionHash, paymentUrl: null } },
    ],
    [
      'a cancelled cross-ramp',
      aCrossRamp({ status: 'CANCELLED', version: 2, cancellationReason: 'CANCELLED_BY_PARTNER' }),
      { cancellationReason: 'CANCELLED_BY_PARTNER', cancellationMessage: 'Transaction cancelled by partner' },
    ],
    [
      'a payout that came back',
      aCrossRamp({
        ...{ status: 'COMPLETED', version: 7, completedAtMs: atMs, deadlineMs: undefined },
        payoutReturn: { amount: money(97_28n, 'USD'), reason: 'BENEFICIARY_ACCOUNT_CLOSED', atMs },
      }),
      {
        ...{ status: 'COMPLETED', version: 7, completedAt: at },
        payoutReturn: { amount: 97.28, currency: 'USD', reason: 'BENEFICIARY_ACCOUNT_CLOSED', at },
      },
    ],
    [
      'a second deposit',
      anOffRamp({ surplusDeposits: [{ amount: money(1_500_000n, 'USDC'), atMs, returnedAtMs: undefined }] }),
      { surplusDeposits: [{ amount: 1.5, currency: 'USDC', at }] },
    ],
  ])('%s', async (_, stored, data) => {
    const world = await createWorld('getTransaction');
    const { id } = await world.transaction(stored);
    expect(await get(world, id)).toMatchObject({ status: 200, body: { data } });
  });
});

it('shows a transaction past its deadline as expired, and writes nothing', async () => {
  const world = await createWorld('getTransaction');
  const { id } = await world.transaction(anOnRamp());
  const before = world.table.items();
  world.advance(kindFacts.ON_RAMP.expiryMs);
  expect(await get(world, id)).toMatchObject({
    status: 200,
    body: { data: { status: 'EXPIRED', cancellationReason: 'EXPIRED', updatedAt: '2026-01-18T12:00:00.000Z' } },
  });
  expect(world.table.items()).toEqual(before);
});

it('finds a transaction by its id in capitals', async () => {
  const world = await createWorld('getTransaction');
  const { id } = await world.transaction(anOnRamp());
  expect(await get(world, id.toUpperCase())).toMatchObject({ status: 200, body: { data: { id } } });
});

it.each(['\ufffd', '019bc1c5-0000-7000-8000-00000000000\ufffd', 'a\ufffdb'])(
  'finds no transaction by the id %j',
  async (id) => {
    const world = await createWorld('getTransaction');
    expect(await get(world, id)).toMatchObject(refusal(transactionNotFound()));
  },
);
