import { expect, it } from 'vitest';
import { handler as crossRamp } from '#functions/cross-ramp/quote/handler';
import { contract } from '#functions/quotes/lock/contract';
import { handler } from '#functions/quotes/lock/handler';
import { invalidInput } from '#shared/api/problems';
import { setAgreement } from '#shared/partners/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { describePrice } from '#test/support/handlers/describe-price';
import { rampPrices } from '#test/support/handlers/prices';
import { createWorld } from '#test/support/handlers/world';

const onRamp = {
  ...{ transactionType: 'ON_RAMP', fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' },
  fiatAmount: 1000,
};
const { fiatAmount: _, ...withoutAmount } = onRamp;
const offRamp = { ...withoutAmount, transactionType: 'OFF_RAMP', cryptoAmount: 50 };

describeEndpoint(contract, handler, { request: () => ({ body: onRamp }) });
describePrice({ ...rampPrices, id: 'createQuote', handler, isRate: false });

/** The sandbox rate at the start of a test is 18.426015 MXN per USDC. `rate` includes the spread of 0.005. */
const shown = {
  ...{ transactionType: 'ON_RAMP', flow: 'REGULAR', rate: 18.51814508, premiumSpread: 0, spread: 0.005 },
  ...{ fiatAmount: 1000, fiatCurrency: 'MXN', cryptoAmount: 54.001088, tokenSymbol: 'USDC', blockchainSymbol: 'POL' },
  ...{ forwardingDays: 0, effectiveForwardingDays: 0, forwardingAdjustments: [] },
  forwardingSettlementDate: '2026-01-16T00:00:00.000Z',
  ...{ warnings: [], expiresAt: '2026-01-15T12:01:00.000Z' },
};
const sold = {
  ...{ transactionType: 'OFF_RAMP', rate: 18.33434328, fiatAmount: 916.71, cryptoAmount: 50 },
};

it.each([
  ['an on-ramp', onRamp, shown],
  ['an on-ramp, whose fiat counts', { ...onRamp, cryptoAmount: 7 }, shown],
  ['an off-ramp', offRamp, { ...shown, ...sold }],
  ['an off-ramp, whose tokens count', { ...offRamp, fiatAmount: 7 }, { ...shown, ...sold }],
  [
    'the first leg of a cross-ramp',
    { ...onRamp, transactionType: 'CROSS_RAMP' },
    { ...shown, transactionType: 'CROSS_RAMP', flow: 'OTC' },
  ],
  ['an amount outside the ranges', { ...onRamp, fiatAmount: 1 }, { ...shown, fiatAmount: 1, cryptoAmount: 0.054001 }],
])('locks the rate of %s', async (_, body, data) => {
  const world = await createWorld('createQuote');
  const response = await world.call(handler, { body });
  const [quote] = world.table.items('QUOTE');
  expect(response.status).toBe(201);
  expect(response.body).toEqual({ success: true, data: { ...data, quoteId: quote?.id } });
});

it('stores the terms until a week after they expire', async () => {
  const world = await createWorld('createQuote');
  await world.call(handler, { body: { ...onRamp, premiumSpread: 0.01, country: 'MX', rail: 'SPEI' } });
  const [quote] = world.table.items('QUOTE');
  expect(quote).toEqual({
    ...{ PK: `QUOTE#${quote?.id}`, SK: 'META', entity: 'QUOTE', id: quote?.id, partnerId: world.partner.id },
    ...{ kind: 'ON_RAMP', fixedSide: 'fiat', blockchain: 'POL', flow: 'REGULAR', country: 'MX', rail: 'SPEI' },
    fiat: { amount: '1000.00', currency: 'MXN' },
    crypto: { amount: '53.466424', currency: 'USDC' },
    ...{ rate: '18.70332653', platformRate: '18.51814508', premiumSpread: '0.01' },
    forwarding: { days: 0, effectiveDays: 0, settlementAtMs: Date.UTC(2026, 0, 16), adjustments: [] },
    ...{ createdAtMs: Date.now(), expiresAtMs: Date.now() + 60_000 },
    ttl: Date.now() / 1000 + 60 + 7 * 86_400,
  });
});

it('lives as long as the partner has agreed', async () => {
  const world = await createWorld('createQuote');
  await setAgreement(world.partner.id, (all) => ({ ...all, quoteTtlS: 900 }), { atMs: Date.now() });
  const response = await world.call(handler, { body: onRamp });
  expect(response.body.data.expiresAt).toBe('2026-01-15T12:15:00.000Z');
});

const exactlyOne = 'Provide exactly one of fiatAmount and cryptoAmount';

it.each([
  ['an on-ramp by tokens', { ...withoutAmount, cryptoAmount: 50 }, { fiatAmount: 'Required for ON_RAMP' }],
  ['an on-ramp without an amount', withoutAmount, { fiatAmount: 'Required for ON_RAMP' }],
  [
    'an off-ramp without an amount',
    { ...withoutAmount, transactionType: 'OFF_RAMP' },
    { cryptoAmount: 'Required for OFF_RAMP' },
  ],
  [
    'a leg without an amount',
    { ...withoutAmount, transactionType: 'CROSS_RAMP' },
    { fiatAmount: exactlyOne, cryptoAmount: exactlyOne },
  ],
  [
    'a leg of more than can be transferred',
    { ...onRamp, transactionType: 'CROSS_RAMP', fiatAmount: 1e300 },
    { fiatAmount: 'Must be less than 1000000000000' },
  ],
  [
    'more tokens than can be transferred',
    { ...offRamp, cryptoAmount: 1e12 },
    { cryptoAmount: 'Must be less than 1000000000000' },
  ],
  ['an off-ramp by fiat', { ...onRamp, transactionType: 'OFF_RAMP' }, { cryptoAmount: 'Required for OFF_RAMP' }],
  [
    'a leg by both',
    { ...onRamp, transactionType: 'CROSS_RAMP', cryptoAmount: 50 },
    { fiatAmount: exactlyOne, cryptoAmount: exactlyOne },
  ],
  ['an amount as text', { ...onRamp, fiatAmount: '1000' }, { fiatAmount: 'Must be a number' }],
  [
    'seven decimals of tokens',
    { ...offRamp, cryptoAmount: 1.0000001 },
    { cryptoAmount: 'Has more decimals than its currency' },
  ],
])('refuses %s', async (_, body, errors) => {
  const world = await createWorld('createQuote');
  const problem = invalidInput(Object.entries(errors).map(([field, message]) => ({ field, message })));
  expect(await world.call(handler, { body })).toMatchObject(refusal(problem));
  expect(world.table.items('QUOTE')).toEqual([]);
});

it.each([
  ['createQuote', handler, onRamp, {}],
  ['createQuote', handler, onRamp, { 'idempotency-key': 'a-key-of-the-partner-0001' }],
  ['createCrossRampQuote', crossRamp, { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000 }, {}],
] as const)('%s writes once', async (id, locks, body, headers) => {
  const world = await createWorld(id);
  await world.useKey();
  let writes = 0;
  const count = () => {
    writes += 1;
    world.table.beforeNextWrite(count);
  };
  world.table.beforeNextWrite(count);
  expect((await world.call(locks, { body, headers })).status).toBe(201);
  expect(writes).toBe(1);
  expect(world.table.items('QUOTE')).toHaveLength(1);
});
