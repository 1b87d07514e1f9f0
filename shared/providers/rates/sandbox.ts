import { RATE_DIGITS, type RateSource } from '#shared/quotes/domain/rate';
import type { Currency } from '#shared/values/money/currency';
import { type Decimal, quotient } from '#shared/values/money/decimal';

/** Units of each currency per US dollar, in thousandths. */
const perDollar: Record<Currency, bigint> = {
  USD: 1_000n,
  EUR: 921n,
  MXN: 18_450n,
  DOP: 60_120n,
  USDC: 1_000n,
  USDT: 1_000n,
};

/** Moving currencies drift by up to ±20 hundredths of a percent, by the minute, the same for all partners. */
function drift(currency: Currency, atMs: number): bigint {
  if (currency === 'USD' || currency === 'USDC' || currency === 'USDT') return 0n;
  const minute = Math.floor(atMs / 60_000);
  return BigInt(((minute * 7919 + currency.charCodeAt(0) * 31) % 41) - 20);
}

function dollarPrice(currency: Currency, atMs: number): Decimal {
  return { coefficient: perDollar[currency] * (10_000n + drift(currency, atMs)), scale: 7 };
}

/** The sandbox's rates: a fixed table that varies a little with time, so that a locked rate differs from a fresh one. */
export const sandboxRates: RateSource = {
  async midRate(from, to, atMs) {
    return quotient(dollarPrice(to, atMs), dollarPrice(from, atMs), RATE_DIGITS, 'half-even');
  },
};
