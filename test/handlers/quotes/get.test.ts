import { expect, it } from 'vitest';
import { contract } from '#functions/quotes/get/contract';
import { handler } from '#functions/quotes/get/handler';
import { quoteNotFound } from '#shared/api/problems';
import { saveQuote } from '#shared/quotes/repository';
import { aCrossRampQuote, aRampQuote } from '#test/support/builders/quotes';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

const { id } = aRampQuote();
const path = { id };

describeEndpoint(contract, handler, {
  request: async (world) => {
    await saveQuote(aRampQuote({ partnerId: world.partner.id }));
    return { path };
  },
  foreign: 'QUOTE_NOT_FOUND',
  unknown: { id: quoteNotFound() },
});

const onRamp = {
  ...{ quoteId: id, transactionType: 'ON_RAMP', flow: 'REGULAR', rate: 20, premiumSpread: 0, spread: 0.005 },
  ...{ fiatAmount: 1000, fiatCurrency: 'MXN', cryptoAmount: 50, tokenSymbol: 'USDC', blockchainSymbol: 'POL' },
  ...{ forwardingDays: 0, effectiveForwardingDays: 0, forwardingAdjustments: [] },
  forwardingSettlementDate: '2026-01-16T00:00:00.000Z',
  ...{ warnings: [], expiresAt: '2026-01-15T12:01:00.000Z', usedBy: null },
};
const transactionId = '019bc1c5-0000-7000-8000-000000000001';

it.each([
  { quote: aRampQuote(), data: onRamp },
  { quote: aRampQuote({ kind: 'OFF_RAMP', fixedSide: 'crypto' }), data: { ...onRamp, transactionType: 'OFF_RAMP' } },
  { quote: aRampQuote({ kind: 'CROSS_RAMP_LEG' }), data: { ...onRamp, transactionType: 'CROSS_RAMP' } },
  { quote: aRampQuote({ usedBy: transactionId }), data: { ...onRamp, usedBy: transactionId } },
])('shows a quote: $data.transactionType, used by $data.usedBy', async ({ quote, data }) => {
  const world = await createWorld('getQuote');
  await saveQuote({ ...quote, partnerId: world.partner.id });
  const { status, body } = await world.call(handler, { path });
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
});

it('shows a quote that has expired, by its id in capitals', async () => {
  const world = await createWorld('getQuote');
  await saveQuote(aRampQuote({ partnerId: world.partner.id }));
  world.advance(60_000);
  const response = await world.call(handler, { path: { id: id.toUpperCase() } });
  expect(response).toMatchObject({ status: 200, body: { data: onRamp } });
});

it('knows no quote between two fiat currencies', async () => {
  const world = await createWorld('getQuote');
  await saveQuote(aCrossRampQuote({ partnerId: world.partner.id }));
  expect(await world.call(handler, { path })).toMatchObject(refusal(quoteNotFound()));
});
