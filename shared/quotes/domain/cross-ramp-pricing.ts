import type { FiatCurrency } from '#shared/values/money/currency';
import { type Decimal, quotient } from '#shared/values/money/decimal';
import { convert, convertBack, type Money, minus, money, plus } from '#shared/values/money/money';
import type { CrossRampPrice, RampPrice, Rates } from './quote';
import { RATE_DIGITS } from './rate';

/** The fixed amount of a request, and its side. */
export interface FixedAmount {
  readonly side: 'source' | 'target';
  readonly amount: Money<FiatCurrency>;
}

export interface CurrencyPair {
  readonly source: FiatCurrency;
  readonly target: FiatCurrency;
}

export interface CrossRampPriceInput extends FixedAmount, CurrencyPair {
  readonly fixedFee: Money<FiatCurrency>;
}

/**
 * Prices a cross-ramp from either side: target = (source − fixed fee) × rate. What the user receives is
 * rounded toward zero; what the user pays is rounded half-even.
 *
 * @param rates of the market (`crossRampRate`), or of a locked first leg (`ratesFromLeg`)
 * @returns `undefined` when the amount leaves nothing to convert.
 */
export function priceCrossRamp(
  { side, amount, source, target, fixedFee }: CrossRampPriceInput,
  rates: Rates,
): CrossRampPrice | undefined {
  const isSource = side === 'source';
  const net = isSource ? minus(amount, fixedFee) : convertBack(amount, rates.rate, source, 'half-even');
  if (net.minor <= 0n) return undefined;
  const targetAmount = isSource ? convert(net, rates.rate, target, 'toward-zero') : amount;
  if (targetAmount.minor <= 0n) return undefined;
  return { ...rates, fixedFee, sourceAmount: isSource ? amount : plus(net, fixedFee), targetAmount };
}

/**
 * The rates of a cross-ramp whose first leg, source to token, is locked. The leg's rate includes spread and premium, so
 * the tokens are converted to the target at the mid-market rate.
 *
 * @param mid target units per token
 */
export function ratesFromLeg(leg: RampPrice, mid: Decimal): Rates {
  return {
    rate: quotient(mid, leg.rate, RATE_DIGITS, 'toward-zero'),
    platformRate: quotient(mid, leg.platformRate, RATE_DIGITS, 'toward-zero'),
  };
}

/** The fixed fee per cross-ramp by source currency, in minor units. */
const fixedFeeBySource: Record<FiatCurrency, bigint> = { MXN: 25_00n, USD: 1_00n, EUR: 1_00n, DOP: 60_00n };

export function fixedFeeFor(source: FiatCurrency): Money<FiatCurrency> {
  return money(fixedFeeBySource[source], source);
}
