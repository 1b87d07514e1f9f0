import { expect, it } from 'vitest';
import { contract } from '#functions/quotes/rate/contract';
import { handler } from '#functions/quotes/rate/handler';
import { invalidInput, pairDisabled } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { describePrice } from '#test/support/handlers/describe-price';
import { rampPrices } from '#test/support/handlers/prices';
import { createWorld, type World } from '#test/support/handlers/world';

const onRamp = {
  ...{ transactionType: 'ON_RAMP', fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' },
  fiatAmount: '1000',
};
const { fiatAmount: _, ...withoutAmount } = onRamp;
const offRamp = { ...withoutAmount, transactionType: 'OFF_RAMP', cryptoAmount: '50' };

describeEndpoint(contract, handler, { request: () => ({ query: onRamp }), usesTable: false });
describePrice({ ...rampPrices, id: 'getRate', handler, isRate: true });

const rate = (world: World, query: Readonly<Record<string, string>>) => world.call(handler, { query });

/** The sandbox rates at the start of a test are 18.426015 MXN and 0.9196185 EUR per USDC. `rate` includes the spread of 0.005. */
const shown = {
  ...{ transactionType: 'ON_RAMP', flow: 'REGULAR', rate: 18.51814508, premiumSpread: 0, spread: 0.005 },
  ...{ fiatAmount: 1000, fiatCurrency: 'MXN', cryptoAmount: 54.001088, tokenSymbol: 'USDC', blockchainSymbol: 'POL' },
  ...{ forwardingDays: 0, effectiveForwardingDays: 0, forwardingAdjustments: [] },
  // End of the trade day: 18:00 in Mexico City.
  forwardingSettlementDate: '2026-01-16T00:00:00.000Z',
  warnings: [],
};
const overTheCounter = { ...shown, flow: 'OTC', fiatAmount: 60_000, cryptoAmount: 3240.065338 };
const weekend = [
  { date: '2026-01-17', reason: 'Weekend' },
  { date: '2026-01-18', reason: 'Weekend' },
];
const euro = {
  ...{ fiatCurrency: 'EUR', fiatAmount: 100, cryptoAmount: 108.199745, rate: 0.9242165925 },
  forwardingSettlementDate: '2026-01-15T12:00:00.000Z',
};

it.each([
  ['of an on-ramp by its fiat', onRamp, shown],
  [
    'of an on-ramp by its tokens',
    { ...withoutAmount, cryptoAmount: '10' },
    { ...shown, fiatAmount: 185.18, cryptoAmount: 10 },
  ],
  [
    'of an off-ramp by its tokens',
    offRamp,
    { ...shown, transactionType: 'OFF_RAMP', rate: 18.33434328, fiatAmount: 916.71, cryptoAmount: 50 },
  ],
  [
    'of an off-ramp by its fiat',
    { ...onRamp, transactionType: 'OFF_RAMP' },
    { ...shown, transactionType: 'OFF_RAMP', rate: 18.33434328, cryptoAmount: 54.54245 },
  ],
  [
    'with a premium, which the user pays',
    { ...onRamp, premiumSpread: '0.01' },
    { ...shown, premiumSpread: 0.01, rate: 18.70332653, cryptoAmount: 53.466424 },
  ],
  [
    'of an off-ramp with a premium, which the user pays too',
    { ...offRamp, premiumSpread: '0.01' },
    {
      ...shown,
      transactionType: 'OFF_RAMP',
      premiumSpread: 0.01,
      rate: 18.15281513,
      fiatAmount: 907.64,
      cryptoAmount: 50,
    },
  ],
  ['in a currency that settles at once', { ...onRamp, fiatCurrency: 'EUR', fiatAmount: '100' }, { ...shown, ...euro }],
  [
    'of the first leg of a cross-ramp',
    { ...onRamp, fiatCurrency: 'EUR', fiatAmount: '100', transactionType: 'CROSS_RAMP' },
    { ...shown, ...euro, transactionType: 'CROSS_RAMP', flow: 'OTC' },
  ],
  ['of more than 50,000 pesos', { ...onRamp, fiatAmount: '60000' }, overTheCounter],
  [
    'forwarded by two business days',
    { ...onRamp, fiatAmount: '60000', forwardingDays: '2' },
    {
      ...overTheCounter,
      ...{ forwardingDays: 2, effectiveForwardingDays: 4, forwardingAdjustments: weekend },
      forwardingSettlementDate: '2026-01-20T00:00:00.000Z',
    },
  ],
])('returns the rate %s', async (_, query, data) => {
  const world = await createWorld('getRate');
  const before = world.table.items();
  const { status, body } = await rate(world, query);
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
  expect(world.table.items()).toEqual(before);
});

it.each([
  ['50,000 pesos', { ...onRamp, fiatAmount: '50000' }, 'REGULAR'],
  ['a cent more', { ...onRamp, fiatAmount: '50000.01' }, 'OTC'],
  ['as much in dollars', { ...onRamp, fiatCurrency: 'USD', fiatAmount: '100000' }, 'REGULAR'],
  ['an off-ramp of as much', { ...offRamp, cryptoAmount: '5000' }, 'OTC'],
  ['an off-ramp of little', { ...offRamp, cryptoAmount: '500' }, 'REGULAR'],
  ['a leg of a cross-ramp', { ...onRamp, fiatAmount: '100', transactionType: 'CROSS_RAMP' }, 'OTC'],
  ['a sandbox amount', { ...onRamp, fiatAmount: '10.01' }, 'REGULAR'],
  ['one over the counter', { ...onRamp, fiatAmount: '1000.02' }, 'OTC'],
  ['one over the counter, in any currency', { ...onRamp, fiatCurrency: 'EUR', fiatAmount: '1000.02' }, 'OTC'],
  ['one of an off-ramp', { ...offRamp, cryptoAmount: '1000.03' }, 'OTC'],
  ['one that is received', { ...withoutAmount, cryptoAmount: '1000.01' }, 'REGULAR'],
  ['one that an off-ramp pays out', { ...onRamp, transactionType: 'OFF_RAMP', fiatAmount: '1000.01' }, 'REGULAR'],
])('tells how an order is settled: %s', async (_, query, flow) => {
  const world = await createWorld('getRate');
  expect(await rate(world, query)).toMatchObject({ status: 200, body: { data: { flow } } });
});

const exactlyOne = 'Provide exactly one of fiatAmount and cryptoAmount';

it.each([
  ['an unknown currency', { fiatCurrency: 'BRL' }, { fiatCurrency: 'Must be one of MXN, DOP, USD, EUR' }],
  ['both amounts', { cryptoAmount: '50' }, { fiatAmount: exactlyOne, cryptoAmount: exactlyOne }],
  ['an amount that is no number', { fiatAmount: '1 000' }, { fiatAmount: 'Must be a number' }],
  ['a premium of seven decimals', { premiumSpread: '0.0000001' }, { premiumSpread: 'Must have at most 6 decimals' }],
  [
    'a small order that is forwarded',
    { forwardingDays: '1' },
    { forwardingDays: 'Only for MXN over-the-counter on-ramps and off-ramps' },
  ],
])('refuses %s', async (_, wrong, errors) => {
  const world = await createWorld('getRate');
  const problem = invalidInput(Object.entries(errors).map(([field, message]) => ({ field, message })));
  expect(await rate(world, { ...onRamp, ...wrong })).toMatchObject(refusal(problem));
});

it.each(['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'])('needs exactly one amount: %s', async (transactionType) => {
  const world = await createWorld('getRate');
  const problem = invalidInput(['fiatAmount', 'cryptoAmount'].map((field) => ({ field, message: exactlyOne })));
  for (const amounts of [{}, { fiatAmount: '1000', cryptoAmount: '50' }])
    expect(await rate(world, { ...withoutAmount, transactionType, ...amounts })).toMatchObject(refusal(problem));
});

it.each([
  ['50,000 pesos', { ...onRamp, fiatAmount: '50000' }, refusal(pairDisabled())],
  ['a cent more', { ...onRamp, fiatAmount: '50000.01' }, { status: 200 }],
  ['a little in dollars', { ...onRamp, fiatCurrency: 'USD', fiatAmount: '2000' }, refusal(pairDisabled())],
  ['enough in dollars', { ...onRamp, fiatCurrency: 'USD', fiatAmount: '3000' }, { status: 200 }],
  ['a sandbox amount', { ...onRamp, fiatAmount: '1000.01' }, refusal(pairDisabled())],
  ['few tokens', { ...offRamp, cryptoAmount: '2000' }, refusal(pairDisabled())],
  ['many tokens', { ...offRamp, cryptoAmount: '3000' }, { status: 200 }],
  ['a small leg', { ...onRamp, fiatAmount: '50000', transactionType: 'CROSS_RAMP' }, refusal(pairDisabled())],
])('has BSC for more than 50,000 pesos only: %s', async (_, query, response) => {
  const world = await createWorld('getRate');
  expect(await rate(world, { ...query, blockchainSymbol: 'BSC' })).toMatchObject(response);
});

it("is the provider's rate in production, with our spread", async () => {
  const provider = 'https://rates.example.com/';
  const world = await createWorld('getRate', { stage: 'production' });
  world.web.on(provider, { body: { mid: '20', asOf: new Date().toISOString() } });
  const response = await rate(world, onRamp);
  expect(response).toMatchObject({ status: 200, body: { data: { rate: 20.1, cryptoAmount: 49.751243 } } });
  expect(world.web.requestsTo(provider)).toMatchObject([{ url: expect.stringMatching(/\/rates\/USDC\/MXN$/) }]);
});

it('writes the smallest numbers without an exponent', async () => {
  const world = await createWorld('getRate');
  const { text, body } = await rate(world, { ...withoutAmount, cryptoAmount: '1.000001', premiumSpread: '0.000001' });
  expect(body.data, text).toMatchObject({ cryptoAmount: 1.000001, premiumSpread: 0.000001 });
  expect(text).not.toMatch(/\de-/);
});
