import { RATE_DIGITS, type RateSource } from '#shared/quotes/domain/rate';
import { type Currency, sandboxRateFor } from '#shared/values/money/currency';
import { type Decimal, quotient } from '#shared/values/money/decimal';

/** Thousandths of a unit per US dollar, of a currency at par with it. */
const PAR = 1_000n;

/** Returns a drift of up to ±20 hundredths of a percent, by the minute, the same for all partners; none at par. */
function drift(currency: Currency, atMs: number): bigint {
  if (sandboxRateFor(currency) === PAR) return 0n;
  const minute = Math.floor(atMs / 60_000);
  return BigInt(((minute * 7919 + currency.charCodeAt(0) * 31) % 41) - 20);
}

function dollarPrice(currency: Currency, atMs: number): Decimal {
  return { coefficient: sandboxRateFor(currency) * (10_000n + drift(currency, atMs)), scale: 7 };
}

/** The sandbox's rates: a fixed table that varies a little with time, so that a locked rate differs from a fresh one. */
export const sandboxRates: RateSource = {
  async midRate(from, to, atMs) {
    return quotient(dollarPrice(to, atMs), dollarPrice(from, atMs), RATE_DIGITS, 'half-even');
  },
};
