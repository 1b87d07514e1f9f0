import { expect, it } from 'vitest';
import { contract } from '#functions/cross-ramp/get-quote/contract';
import { handler } from '#functions/cross-ramp/get-quote/handler';
import { quoteNotFound } from '#shared/api/problems';
import { saveQuote } from '#shared/quotes/repository';
import { aCrossRampQuote, aRampQuote } from '#test/support/builders/quotes';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

const { id } = aCrossRampQuote();
const path = { id };

describeEndpoint(contract, handler, {
  request: async (world) => {
    await saveQuote(aCrossRampQuote({ partnerId: world.partner.id }));
    return { path };
  },
  foreign: 'QUOTE_NOT_FOUND',
  unknown: { id: quoteNotFound() },
});

it.each([null, '019bc1c5-0000-7000-8000-000000000001'])('shows a quote that is used by %s', async (usedBy) => {
  const world = await createWorld('getCrossRampQuote');
  await saveQuote(aCrossRampQuote({ partnerId: world.partner.id, usedBy: usedBy ?? undefined }));
  const { status, body } = await world.call(handler, { path });
  const data = {
    ...{ quoteId: id, flow: 'OTC', rate: 0.05, premiumSpread: 0, spread: 0.005 },
    ...{ sourceAmount: 1025, sourceCurrency: 'MXN', targetAmount: 50, targetCurrency: 'USD' },
    fees: { fixedFee: 25, feeCurrency: 'MXN' },
    ...{ warnings: [], expiresAt: '2026-01-15T12:01:00.000Z', usedBy },
  };
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
});

it('shows a quote that has expired, by its id in capitals', async () => {
  const world = await createWorld('getCrossRampQuote');
  await saveQuote(aCrossRampQuote({ partnerId: world.partner.id }));
  world.advance(60_000);
  const response = await world.call(handler, { path: { id: id.toUpperCase() } });
  expect(response).toMatchObject({ status: 200, body: { data: { quoteId: id } } });
});

it.each(['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP_LEG'] as const)('knows no quote of a token: %s', async (kind) => {
  const world = await createWorld('getCrossRampQuote');
  await saveQuote(aRampQuote({ partnerId: world.partner.id, kind }));
  expect(await world.call(handler, { path })).toMatchObject(refusal(quoteNotFound()));
});
