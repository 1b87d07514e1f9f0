import type { FiatCurrency } from '#shared/values/money/currency';
import { type Decimal, quotient } from '#shared/values/money/decimal';
import { convert, convertBack, type Money, minus, money, plus } from '#shared/values/money/money';
import type { RampPrice } from './ramp-quote';
import { crossRampRate, RATE_DIGITS } from './rate';

/** Both sides of a cross-ramp with the rates and fees that they were computed with. */
export interface CrossRampPrice {
  readonly sourceAmount: Money<FiatCurrency>;
  readonly targetAmount: Money<FiatCurrency>;
  readonly fixedFee: Money<FiatCurrency>;
  /** Target units per source unit, including spread and premium. */
  readonly rate: Decimal;
  /** The same without the partner's premium: the difference is the partner's credit. */
  readonly platformRate: Decimal;
}

export interface CrossRampPriceInput {
  readonly side: 'source' | 'target';
  readonly amount: Money<FiatCurrency>;
  readonly source: FiatCurrency;
  readonly target: FiatCurrency;
  /** Middle of the market: target units per source unit. */
  readonly mid: Decimal;
  /** The partner's premium as a fraction. */
  readonly premium: Decimal;
  readonly fixedFee: Money<FiatCurrency>;
}

/**
 * Prices a cross-ramp from either side: target = (source − fixed fee) × rate. What the user receives is
 * rounded toward zero; what the user pays is rounded half-even.
 *
 * @returns `undefined` when the amount leaves nothing to convert.
 */
export function priceCrossRamp(input: CrossRampPriceInput): CrossRampPrice | undefined {
  const rates = crossRampRate(input.mid, input.premium);
  if (input.side === 'source') return priceFromSource(input.amount, input, rates);
  const net = convertBack(input.amount, rates.rate, input.source, 'half-even');
  if (net.minor <= 0n) return undefined;
  return {
    ...rates,
    fixedFee: input.fixedFee,
    sourceAmount: plus(net, input.fixedFee),
    targetAmount: input.amount,
  };
}

/**
 * Prices a cross-ramp whose first leg, source to token, is locked. The leg's rate includes spread and premium, so
 * the tokens are converted to the target at the mid-market rate.
 *
 * @param secondLeg where the tokens go, with the middle of the market in target units per token
 * @returns `undefined` when the locked amount leaves nothing to convert.
 */
export function priceFromLeg(
  leg: RampPrice,
  secondLeg: Pick<CrossRampPriceInput, 'target' | 'mid' | 'fixedFee'>,
): CrossRampPrice | undefined {
  return priceFromSource(leg.fiatAmount, secondLeg, {
    rate: quotient(secondLeg.mid, leg.rate, RATE_DIGITS, 'toward-zero'),
    platformRate: quotient(secondLeg.mid, leg.platformRate, RATE_DIGITS, 'toward-zero'),
  });
}

function priceFromSource(
  sourceAmount: Money<FiatCurrency>,
  { target, fixedFee }: Pick<CrossRampPriceInput, 'target' | 'fixedFee'>,
  rates: Pick<CrossRampPrice, 'rate' | 'platformRate'>,
): CrossRampPrice | undefined {
  const net = minus(sourceAmount, fixedFee);
  if (net.minor <= 0n) return undefined;
  const targetAmount = convert(net, rates.rate, target, 'toward-zero');
  return targetAmount.minor <= 0n ? undefined : { ...rates, fixedFee, sourceAmount, targetAmount };
}

/** The fixed fee per cross-ramp by source currency, in minor units. */
const fixedFeeBySource: Record<FiatCurrency, bigint> = { MXN: 25_00n, USD: 1_00n, EUR: 1_00n, DOP: 60_00n };

export function fixedFeeFor(source: FiatCurrency): Money<FiatCurrency> {
  return money(fixedFeeBySource[source], source);
}
