import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { centsOf, currentUses, limitsAt, periodAt } from '#shared/limits/domain/limit';
import { currencies, decimalsFor } from '#shared/values/money/currency';
import { money } from '#shared/values/money/money';

it('counts the fewest cents that are worth the amount', () => {
  const anyRate = fc.record({
    coefficient: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
    scale: fc.nat({ max: 12 }),
  });
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.constantFrom(...currencies),
      anyRate,
      (minor, currency, rate) => {
        const cents = centsOf(money(minor, currency), rate);
        // Compares in a unit so small that no rounding is needed.
        const unit = 10n ** BigInt(decimalsFor(currency) + rate.scale);
        const worth = minor * rate.coefficient * 100n;
        expect(cents * unit).toBeGreaterThanOrEqual(worth);
        expect((cents - 1n) * unit).toBeLessThan(worth);
      },
    ),
  );
});

it.each([
  ['2026-01-15T12:00:00.000Z', '2026-01-15', '2026-01-16', '2026-01', '2026-02-01'],
  ['2026-12-31T23:59:59.999Z', '2026-12-31', '2027-01-01', '2026-12', '2027-01-01'],
  ['2028-02-29T00:00:00.000Z', '2028-02-29', '2028-03-01', '2028-02', '2028-03-01'],
])('knows the day and the month of %s in UTC', (at, day, nextDay, month, nextMonth) => {
  const atMs = Date.parse(at);
  expect(periodAt('DAY', atMs)).toEqual({ within: day, resetsAtMs: Date.parse(nextDay) });
  expect(periodAt('MONTH', atMs)).toEqual({ within: month, resetsAtMs: Date.parse(nextMonth) });
});

it('has the limits that an agreement names, 0 too, and none without them', () => {
  const atMs = Date.parse('2026-01-15T12:00:00.000Z');
  expect(limitsAt(undefined, atMs)).toEqual([]);
  expect(limitsAt({ partnerMonth: 5, userDay: 0 }, atMs)).toMatchObject([
    { name: 'USER_DAY', owner: 'USER', maximum: 0n, within: '2026-01-15' },
    { name: 'PARTNER_MONTH', owner: 'PARTNER', maximum: 5n, within: '2026-01' },
  ]);
});

it('gives back what counts in a period that has not ended', () => {
  const use = (name: 'USER_DAY' | 'PARTNER_MONTH', within: string) => ({ name, within, allotment: 0, cents: 1n });
  const uses = [use('USER_DAY', '2026-01-15'), use('PARTNER_MONTH', '2026-01')];
  expect(currentUses(uses, Date.parse('2026-01-15T23:59:59.999Z'))).toEqual(uses);
  expect(currentUses(uses, Date.parse('2026-01-16T00:00:00.000Z'))).toEqual(uses.slice(1));
  expect(currentUses(uses, Date.parse('2026-02-15T00:00:00.000Z'))).toEqual([]);
});
