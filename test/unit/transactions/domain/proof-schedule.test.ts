import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mexicanDay, nextLookUp, nextPublication } from '#shared/transactions/domain/rails/proof-schedule';

const MINUTE = 60_000;

it.each([
  ['2026-01-15T15:29:59Z', '2026-01-15T15:30:00Z'],
  ['2026-01-15T15:30:00Z', '2026-01-15T15:30:00Z'],
  ['2026-01-16T04:59:59Z', '2026-01-16T04:59:59Z'],
  ['2026-01-16T05:00:00Z', '2026-01-16T15:30:00Z'],
  ['2026-01-16T06:00:00Z', '2026-01-16T15:30:00Z'],
  // Mexico has no daylight saving time since 2022.
  ['2026-07-15T15:00:00Z', '2026-07-15T15:30:00Z'],
  // The night when daylight saving time began in 2021.
  ['2021-04-04T05:00:00Z', '2021-04-04T14:30:00Z'],
])('what is looked up at %s is looked up at %s', (at, next) => {
  expect(nextPublication(Date.parse(at))).toBe(Date.parse(next));
});

it.each([
  ['2026-01-16T05:59:59Z', '2026-01-15'],
  ['2026-01-16T06:00:00Z', '2026-01-16'],
])('%s is in Mexico City %s', (at, day) => {
  expect(mexicanDay(Date.parse(at))).toBe(day);
});

it('is open at each look-up, which comes after the delay and within half a day of it', () => {
  const instant = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2040, 0) });
  fc.assert(
    fc.property(instant, fc.nat(200), (atMs, calls) => {
      const next = nextLookUp(calls, atMs);
      expect(nextPublication(next)).toBe(next);
      const delayMs = Math.min(240, 2 ** calls) * MINUTE;
      expect(next - atMs).toBeGreaterThanOrEqual(delayMs);
      expect(next - atMs - delayMs).toBeLessThanOrEqual(12 * 60 * MINUTE);
    }),
  );
});
