import { expect, it } from 'vitest';
import { contract } from '#functions/cross-ramp/rate/contract';
import { handler } from '#functions/cross-ramp/rate/handler';
import { invalidInput } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { describePrice } from '#test/support/handlers/describe-price';
import { crossRampPrices } from '#test/support/handlers/prices';
import { createWorld, type World } from '#test/support/handlers/world';

const pesos = { sourceCurrency: 'MXN', targetCurrency: 'USD' };
const query = { ...pesos, sourceAmount: '2000.01' };

describeEndpoint(contract, handler, { request: () => ({ query }), usesTable: false });
describePrice({ ...crossRampPrices, id: 'getCrossRampRate', handler, isRate: true });

const rate = (world: World, asked: Readonly<Record<string, string>>) => world.call(handler, { query: asked });

/** The sandbox rate at the start of a test is 0.05427109443 USD per MXN. `rate` includes the spread of 0.005. */
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
])('returns the rate %s', async (_, asked, data) => {
  const world = await createWorld('getCrossRampRate');
  const before = world.table.items();
  const { status, body } = await rate(world, asked);
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
  expect(world.table.items()).toEqual(before);
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
  ['an unknown currency', { ...query, targetCurrency: 'BRL' }, { targetCurrency: 'Must be one of MXN, DOP, USD, EUR' }],
  ['an unknown rail', { ...query, targetRail: 'ACH' }, { targetRail: 'Must be one of LOCAL, SWIFT' }],
])('refuses %s', async (_, wrong, errors) => {
  const world = await createWorld('getCrossRampRate');
  const problem = invalidInput(Object.entries(errors).map(([field, message]) => ({ field, message })));
  expect(await rate(world, wrong)).toMatchObject(refusal(problem));
});

it('refuses a country that it does not serve', async () => {
  const world = await createWorld('getCrossRampRate');
  const errors = [{ field: 'targetCountry' }];
  const response = await rate(world, { ...query, targetCountry: 'BR' });
  expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_USER_INPUT_ERROR', errors } });
});

it("is the provider's rate in production, with our spread", async () => {
  const provider = 'https://rates.example.com/';
  const world = await createWorld('getCrossRampRate', { stage: 'production' });
  world.web.on(provider, { body: { mid: '0.05', asOf: new Date().toISOString() } });
  const response = await rate(world, { ...query, sourceAmount: '1025' });
  expect(response).toMatchObject({ status: 200, body: { data: { rate: 0.04975124378, targetAmount: 49.75 } } });
  expect(world.web.requestsTo(provider)).toMatchObject([{ url: expect.stringMatching(/\/rates\/MXN\/USD$/) }]);
});
