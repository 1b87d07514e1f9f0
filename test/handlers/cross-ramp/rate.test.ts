import { describe, expect, it } from 'vitest';
import { contract } from '#functions/cross-ramp/rate/contract';
import { handler } from '#functions/cross-ramp/rate/handler';
import { badRequest, fiatOutOfRange, invalidInput, quoteFailed, sameCurrencies } from '#shared/api/problems';
import { setAgreement } from '#shared/partners/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const pesos = { sourceCurrency: 'MXN', targetCurrency: 'USD' };
const query = { ...pesos, sourceAmount: '2000.01' };

describeEndpoint({ contract, handler, request: () => ({ query }), usesTable: false });

const rate = (world: World, asked: Readonly<Record<string, string>>) => world.call(handler, { query: asked });

/** At the start of a world the sandbox has 0.05427109443 USD for a peso. Its spread is 0.005. */
const shown = {
  ...{ sourceAmount: 2000.01, sourceCurrency: 'MXN', targetAmount: 106.65, targetCurrency: 'USD' },
  ...{ rate: 0.05400108898, premiumSpread: 0, spread: 0.005, flow: 'OTC', warnings: [] },
  fees: { fixedFee: 25, feeCurrency: 'MXN' },
};

it.each([
  ['by its source amount', query, shown],
  ['by its target amount', { ...pesos, targetAmount: '100' }, { ...shown, sourceAmount: 1876.81, targetAmount: 100 }],
  [
    'with a premium, which the user pays',
    { ...query, premiumSpread: '0.01' },
    { ...shown, premiumSpread: 0.01, rate: 0.05346642473, targetAmount: 105.59 },
  ],
  [
    'with the fee of its source currency',
    { sourceCurrency: 'EUR', targetCurrency: 'MXN', sourceAmount: '100', premiumSpread: '0.01' },
    {
      ...shown,
      ...{ sourceAmount: 100, sourceCurrency: 'EUR', targetAmount: 1954.21, targetCurrency: 'MXN' },
      ...{ rate: 19.73950625, premiumSpread: 0.01, fees: { fixedFee: 1, feeCurrency: 'EUR' } },
    },
  ],
  ['to another country by SWIFT, at the same price', { ...query, targetCountry: 'HK', targetRail: 'SWIFT' }, shown],
])('answers the rate %s', async (_, asked, data) => {
  const world = await createWorld('getCrossRampRate');
  const before = world.table.items();
  const { status, body } = await rate(world, asked);
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
  expect(world.table.items()).toEqual(before);
});

it('warns of a premium above the ceiling of production', async () => {
  const world = await createWorld('getCrossRampRate');
  const { body } = await rate(world, { ...query, premiumSpread: '0.2' });
  const message = 'Is above 0.1, which production refuses: it is a fraction, 0.01 is 1 %';
  const warning = { field: 'premiumSpread', code: 'PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING', message };
  expect(body.data).toMatchObject({ premiumSpread: 0.2, targetAmount: 88.87, warnings: [warning] });
});

const exactlyOne = 'Provide exactly one of sourceAmount and targetAmount';

it.each([
  ['no amount', pesos, { sourceAmount: exactlyOne, targetAmount: exactlyOne }],
  ['both amounts', { ...query, targetAmount: '100' }, { sourceAmount: exactlyOne, targetAmount: exactlyOne }],
  ['an amount of zero', { ...query, sourceAmount: '0' }, { sourceAmount: 'Must be greater than 0' }],
  ['three decimals', { ...query, sourceAmount: '10.001' }, { sourceAmount: 'Has more decimals than its currency' }],
  [
    'more than can be transferred',
    { ...query, sourceAmount: '1e12' },
    { sourceAmount: 'Must be less than 1000000000000' },
  ],
  [
    'more than can be transferred, to arrive',
    { ...pesos, targetAmount: '1000000000000' },
    { targetAmount: 'Must be less than 1000000000000' },
  ],
  [
    'an amount that is no number, and no source',
    { targetCurrency: 'USD', sourceAmount: 'abc' },
    { sourceCurrency: 'Must be one of MXN, DOP, USD, EUR', sourceAmount: 'Must be a number' },
  ],
  [
    'a currency that is none',
    { ...query, targetCurrency: 'BRL' },
    { targetCurrency: 'Must be one of MXN, DOP, USD, EUR' },
  ],
  ['a premium above the ceiling', { ...query, premiumSpread: '5.1' }, { premiumSpread: 'Must be from 0 to 5' }],
  ['a rail that is none', { ...query, targetRail: 'ACH' }, { targetRail: 'Must be one of LOCAL, SWIFT' }],
])('refuses %s', async (_, wrong, errors) => {
  const world = await createWorld('getCrossRampRate');
  const problem = invalidInput(Object.entries(errors).map(([field, message]) => ({ field, message })));
  expect(await rate(world, wrong)).toMatchObject(refusal(problem));
});

it('refuses a country that it does not serve', async () => {
  const world = await createWorld('getCrossRampRate');
  const errors = [{ field: 'targetCountry' }];
  const answer = await rate(world, { ...query, targetCountry: 'BR' });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_USER_INPUT_ERROR', errors } });
});

it.each([
  ['a currency into itself', { targetCurrency: 'MXN' }, sameCurrencies()],
  [
    'a currency that the partner has not',
    { targetCurrency: 'EUR' },
    badRequest('CURRENCY_DISABLED', 'Requested fiat currency is invalid or inactive'),
  ],
  [
    'an amount that the fee takes',
    { sourceAmount: '25' },
    fiatOutOfRange('CROSS_RAMP', { min: '10', max: '10000000', currency: 'MXN' }),
  ],
])('refuses %s', async (_, wrong, problem) => {
  const world = await createWorld('getCrossRampRate');
  await setAgreement(world.partner.id, (all) => ({ ...all, fiatCurrencies: ['MXN', 'USD'] }), { atMs: Date.now() });
  expect(await rate(world, { ...query, ...wrong })).toMatchObject(refusal(problem));
});

describe('in production', () => {
  const provider = 'https://rates.example.com/';

  it("is the provider's rate, with our spread", async () => {
    const world = await createWorld('getCrossRampRate', { stage: 'production' });
    world.web.on(provider, { body: { mid: '0.05', asOf: new Date().toISOString() } });
    const answer = await rate(world, { ...query, sourceAmount: '1025' });
    expect(answer).toMatchObject({ status: 200, body: { data: { rate: 0.04975124378, targetAmount: 49.75 } } });
    expect(world.web.requestsTo(provider)).toMatchObject([{ url: expect.stringMatching(/\/rates\/MXN\/USD$/) }]);
  });

  it.each([
    ['is old', { body: { mid: '0.05', asOf: '2026-01-15T11:50:00.000Z' } }],
    ['fails', { status: 500 }],
  ])('is refused where the rate of the provider %s', async (_, answering) => {
    const world = await createWorld('getCrossRampRate', { stage: 'production' });
    world.web.on(provider, answering);
    expect(await rate(world, query)).toMatchObject(refusal(quoteFailed()));
  });

  it('is refused where no provider is set up', async () => {
    const world = await createWorld('getCrossRampRate', { stage: 'production' });
    await world.withVariable('RATES_URL', '', async () => {
      expect(await rate(world, query)).toMatchObject(refusal(quoteFailed()));
    });
  });
});
