import type { FiatCurrency } from '#shared/domain/money/currency';
import { type Decimal, quotient } from '#shared/domain/money/decimal';
import { convert, convertBack, type Money, minus, money, plus } from '#shared/domain/money/money';
import type { RampPrice } from '#shared/domain/ramp/quote';
import { crossRampRate, RATE_DIGITS } from '#shared/domain/rates/rate';

/** Both sides of a cross-ramp with everything that led to them. */
export interface CrossRampPrice {
  readonly sourceAmount: Money<FiatCurrency>;
  readonly targetAmount: Money<FiatCurrency>;
  readonly fixedFee: Money<FiatCurrency>;
  /** Target units per source unit, spread and premium inside. */
  readonly rate: Decimal;
  /** The same without the partner's premium: the difference is the partner's credit. */
  readonly houseRate: Decimal;
}

export interface CrossRampAsk {
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
export function priceCrossRamp(ask: CrossRampAsk): CrossRampPrice | undefined {
  const rates = crossRampRate(ask.mid, ask.premium);
  if (ask.side === 'source') return priceSource(ask.amount, ask, rates);
  const net = convertBack(ask.amount, rates.rate, ask.source, 'half-even');
  if (net.minor <= 0n) return undefined;
  return {
    ...rates,
    fixedFee: ask.fixedFee,
    sourceAmount: plus(net, ask.fixedFee),
    targetAmount: ask.amount,
  };
}

/**
 * Prices a cross-ramp whose first leg, source to token, is locked. Spread and premium are inside the leg's
 * rate, so the tokens go on to the target at the middle of the market.
 *
 * @param second where the tokens go, with the middle of the market in target units per token
 * @returns `undefined` when the locked amount leaves nothing to convert.
 */
export function priceFromLeg(
  leg: RampPrice,
  second: Pick<CrossRampAsk, 'target' | 'mid' | 'fixedFee'>,
): CrossRampPrice | undefined {
  return priceSource(leg.fiatAmount, second, {
    rate: quotient(second.mid, leg.rate, RATE_DIGITS, 'toward-zero'),
    houseRate: quotient(second.mid, leg.houseRate, RATE_DIGITS, 'toward-zero'),
  });
}

function priceSource(
  sourceAmount: Money<FiatCurrency>,
  { target, fixedFee }: Pick<CrossRampAsk, 'target' | 'fixedFee'>,
  rates: Pick<CrossRampPrice, 'rate' | 'houseRate'>,
): CrossRampPrice | undefined {
  const net = minus(sourceAmount, fixedFee);
  if (net.minor <= 0n) return undefined;
  const targetAmount = convert(net, rates.rate, target, 'toward-zero');
  return targetAmount.minor <= 0n ? undefined : { ...rates, fixedFee, sourceAmount, targetAmount };
}

/** The fixed fee per cross-ramp by source currency, in minor units. */
const fixedFees: Record<FiatCurrency, bigint> = { MXN: 25_00n, USD: 1_00n, EUR: 1_00n, DOP: 60_00n };

export function fixedFeeOf(source: FiatCurrency): Money<FiatCurrency> {
  return money(fixedFees[source], source);
}
