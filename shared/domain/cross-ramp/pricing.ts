import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Decimal } from '#shared/domain/money/decimal';
import { convert, convertBack, type Money, minus, money, plus } from '#shared/domain/money/money';
import { crossRampRate } from '#shared/domain/rates/rate';

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
  const { rate, houseRate } = crossRampRate(ask.mid, ask.premium);
  const common = { fixedFee: ask.fixedFee, rate, houseRate };
  if (ask.side === 'target') {
    const net = convertBack(ask.amount, rate, ask.source, 'half-even');
    if (net.minor <= 0n) return undefined;
    return { ...common, sourceAmount: plus(net, ask.fixedFee), targetAmount: ask.amount };
  }
  const net = minus(ask.amount, ask.fixedFee);
  if (net.minor <= 0n) return undefined;
  const targetAmount = convert(net, rate, ask.target, 'toward-zero');
  return targetAmount.minor <= 0n ? undefined : { ...common, sourceAmount: ask.amount, targetAmount };
}

/** The fixed fee per cross-ramp by source currency, in minor units. */
const fixedFees: Record<FiatCurrency, bigint> = { MXN: 25_00n, USD: 1_00n, EUR: 1_00n, DOP: 60_00n };

export function fixedFeeOf(source: FiatCurrency): Money<FiatCurrency> {
  return money(fixedFees[source], source);
}
