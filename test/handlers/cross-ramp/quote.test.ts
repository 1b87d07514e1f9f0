import { expect, it } from 'vitest';
import { contract } from '#functions/cross-ramp/quote/contract';
import { handler } from '#functions/cross-ramp/quote/handler';
import { invalidInput } from '#shared/api/problems';
import { setAgreement } from '#shared/partners/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { describePrice } from '#test/support/handlers/describe-price';
import { crossRampPrices } from '#test/support/handlers/prices';
import { createWorld } from '#test/support/handlers/world';

const pesos = { sourceCurrency: 'MXN', targetCurrency: 'USD' };
const body = { ...pesos, sourceAmount: 2000.01 };

describeEndpoint(contract, handler, { request: () => ({ body }) });
describePrice({ ...crossRampPrices, id: 'createCrossRampQuote', handler, isRate: false });

/** The sandbox rate at the start of a test is 0.05427109443 USD per MXN. `rate` includes the spread of 0.005. */
const shown = {
  ...{ sourceAmount: 2000.01, sourceCurrency: 'MXN', targetAmount: 106.65, targetCurrency: 'USD' },
  ...{ rate: 0.05400108898, premiumSpread: 0, spread: 0.005, flow: 'OTC', warnings: [] },
  ...{ fees: { fixedFee: 25, feeCurrency: 'MXN' }, expiresAt: '2026-01-15T12:01:00.000Z' },
};

it.each([
  ['a source amount', body, shown],
  ['a target amount', { ...pesos, targetAmount: 100 }, { ...shown, sourceAmount: 1876.81, targetAmount: 100 }],
  [
    'an amount outside the ranges',
    { ...pesos, sourceAmount: 20_000_000 },
    { ...shown, sourceAmount: 20_000_000, targetAmount: 1_080_020.42 },
  ],
])('locks the rate of %s', async (_, asked, data) => {
  const world = await createWorld('createCrossRampQuote');
  const response = await world.call(handler, { body: asked });
  const [quote] = world.table.items('QUOTE');
  expect(response.status).toBe(201);
  expect(response.body).toEqual({ success: true, data: { ...data, quoteId: quote?.id } });
});

it('stores the terms until a week after they expire', async () => {
  const world = await createWorld('createCrossRampQuote');
  await world.call(handler, { body: { ...body, premiumSpread: 0.01, targetCountry: 'HK', targetRail: 'SWIFT' } });
  const [quote] = world.table.items('QUOTE');
  expect(quote).toEqual({
    ...{ PK: `QUOTE#${quote?.id}`, SK: 'META', entity: 'QUOTE', id: quote?.id, partnerId: world.partner.id },
    ...{ kind: 'CROSS_RAMP', fixedSide: 'source', targetCountry: 'HK', targetRail: 'SWIFT' },
    source: { amount: '2000.01', currency: 'MXN' },
    target: { amount: '105.59', currency: 'USD' },
    fixedFee: { amount: '25.00', currency: 'MXN' },
    ...{ rate: '0.05346642473', platformRate: '0.05400108898', premiumSpread: '0.01' },
    ...{ createdAtMs: Date.now(), expiresAtMs: Date.now() + 60_000 },
    ttl: Date.now() / 1000 + 60 + 7 * 86_400,
  });
});

it('lives as long as the partner has agreed', async () => {
  const world = await createWorld('createCrossRampQuote');
  await setAgreement(world.partner.id, (all) => ({ ...all, quoteTtlS: 5 }), { atMs: Date.now() });
  expect((await world.call(handler, { body })).body.data.expiresAt).toBe('2026-01-15T12:00:05.000Z');
});

const anyCurrency = 'Must be one of MXN, DOP, USD, EUR';
const exactlyOne = 'Provide exactly one of sourceAmount and targetAmount';

it.each(['sourceAmount', 'targetAmount'])('refuses more than can be transferred: %s', async (field) => {
  const world = await createWorld('createCrossRampQuote');
  const problem = invalidInput([{ field, message: 'Must be less than 1000000000000' }]);
  expect(await world.call(handler, { body: { ...pesos, [field]: 1e300 } })).toMatchObject(refusal(problem));
});

it.each([
  ['no amount', pesos, { sourceAmount: exactlyOne, targetAmount: exactlyOne }],
  ['both amounts', { ...body, targetAmount: 100 }, { sourceAmount: exactlyOne, targetAmount: exactlyOne }],
  ['an amount as text', { ...body, sourceAmount: '2000' }, { sourceAmount: 'Must be a number' }],
  ['an amount below zero', { ...body, sourceAmount: -1 }, { sourceAmount: 'Must be greater than 0' }],
  ['no currencies', { sourceAmount: 1 }, { sourceCurrency: anyCurrency, targetCurrency: anyCurrency }],
])('refuses %s', async (_, wrong, errors) => {
  const world = await createWorld('createCrossRampQuote');
  const problem = invalidInput(Object.entries(errors).map(([field, message]) => ({ field, message })));
  expect(await world.call(handler, { body: wrong })).toMatchObject(refusal(problem));
  expect(world.table.items('QUOTE')).toEqual([]);
});
