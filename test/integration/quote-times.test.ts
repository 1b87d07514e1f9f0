import { afterAll, expect, it } from 'vitest';
import { toProblem, usAccount } from '#local/partner/api-client';
import { ownStack } from '#test/support/own-stack';

const realNow = Date.now;
let aheadMs = 0;

/** Sets the clock of this process, which the functions share. From test to test it goes forward only. */
function itIs(instant: string): void {
  aheadMs = Date.parse(instant) - realNow();
}

Date.now = () => realNow() + aheadMs;
itIs('2026-04-01T12:00:00-06:00');
const running = await ownStack();
const partner = await running.newPartner();
afterAll(() => {
  Date.now = realNow;
});

const large = {
  transactionType: 'ON_RAMP',
  fiatCurrency: 'MXN',
  tokenSymbol: 'USDC',
  blockchainSymbol: 'POL',
  fiatAmount: 60_000,
} as const;

const weekend = (...dates: string[]) => dates.map((date) => ({ date, reason: 'Weekend' }));

it('forwarding skips the Holy Week', async () => {
  const quote = (await partner.post('/quotes', { ...large, forwardingDays: 1 })).body.data;
  expect(quote).toMatchObject({
    flow: 'OTC',
    forwardingDays: 1,
    effectiveForwardingDays: 5,
    forwardingSettlementDate: '2026-04-07T00:00:00.000Z',
    forwardingAdjustments: [
      { date: '2026-04-02', reason: 'Holy Thursday' },
      { date: '2026-04-03', reason: 'Good Friday' },
      ...weekend('2026-04-04', '2026-04-05'),
    ],
  });
  const rate = await partner.get(
    `/quotes?${new URLSearchParams({ ...large, fiatAmount: '60000', forwardingDays: '1' })}`,
  );
  expect(rate.body.data.forwardingAdjustments).toEqual(quote.forwardingAdjustments);
  const sold = await partner.post('/quotes', {
    ...large,
    transactionType: 'OFF_RAMP',
    cryptoAmount: 1000.01,
    forwardingDays: 2,
  });
  expect(sold.body.data).toMatchObject({
    flow: 'OTC',
    effectiveForwardingDays: 6,
    forwardingSettlementDate: '2026-04-08T00:00:00.000Z',
  });
  const none = (await partner.post('/quotes', { ...large, fiatAmount: 100 })).body.data;
  expect(none).toMatchObject({
    forwardingDays: 0,
    effectiveForwardingDays: 0,
    forwardingSettlementDate: '2026-04-02T00:00:00.000Z',
    forwardingAdjustments: [],
  });
});

it('names a Saturday as the calendar does, after the cut-off too', async () => {
  itIs('2026-11-14T19:00:00-06:00');
  const quote = (await partner.post('/quotes', { ...large, forwardingDays: 0 })).body.data;
  const days = (await partner.get('/settlement-calendar?country=MX&to=2026-11-16')).body.data.days;
  const closed = days.filter(({ businessDay }: { businessDay: boolean }) => !businessDay);
  expect(quote.forwardingAdjustments).toEqual(
    closed.map(({ date, reason }: { date: string; reason: string }) => ({ date, reason })),
  );
  expect(quote.forwardingAdjustments.map(({ reason }: { reason: string }) => reason)).toEqual([
    'Weekend',
    'Weekend',
    'Revolution Day',
  ]);
});

it('forwarding counts from the next business day after the cut-off before Christmas', async () => {
  itIs('2026-12-24T19:00:00-06:00');
  const quote = (await partner.post('/quotes', { ...large, forwardingDays: 4 })).body.data;
  expect(quote).toMatchObject({
    effectiveForwardingDays: 7,
    forwardingSettlementDate: '2027-01-05T00:00:00.000Z',
    forwardingAdjustments: [
      { date: '2026-12-24', reason: 'After the 18:00 cut-off' },
      { date: '2026-12-25', reason: 'Christmas Day' },
      ...weekend('2026-12-26', '2026-12-27'),
      { date: '2027-01-01', reason: "New Year's Day" },
      ...weekend('2027-01-02', '2027-01-03'),
    ],
  });
  const none = (await partner.post('/quotes', { ...large, forwardingDays: 0 })).body.data;
  expect(none).toMatchObject({
    effectiveForwardingDays: 0,
    forwardingSettlementDate: '2026-12-29T00:00:00.000Z',
  });
  const dollars = await partner.post('/quotes', { ...large, fiatCurrency: 'USD', fiatAmount: 100 });
  expect(dollars.body.data).toMatchObject({
    flow: 'REGULAR',
    forwardingDays: 0,
    effectiveForwardingDays: 0,
    forwardingSettlementDate: expect.stringMatching(/^2026-12-25T01:/),
    forwardingAdjustments: [],
  });
  const pesos = (await partner.post('/quotes', { ...large, fiatAmount: 100 })).body.data;
  expect([pesos.forwardingSettlementDate, pesos.forwardingAdjustments]).toEqual(['2026-12-29T00:00:00.000Z', []]);
  const calendar = (await partner.get('/settlement-calendar?country=MX')).body.data.days;
  expect(calendar[0]).toEqual({ date: '2026-12-24', businessDay: true, reason: null });
});

it('a lock expires after its lifetime, and a cross-ramp is refused for that before its use is checked', async () => {
  const userId = await partner.verifiedUser();
  const quote = (await partner.post('/quotes', { ...large, transactionType: 'CROSS_RAMP' })).body.data;
  itIs(quote.expiresAt);
  const late = await partner.post('/cross-ramp', {
    userId,
    quoteId: quote.quoteId,
    targetCurrency: 'USD',
    targetBankAccount: usAccount,
  });
  expect(toProblem(late)).toEqual([400, 'QUOTE_EXPIRED', 'Quote has expired']);
});
