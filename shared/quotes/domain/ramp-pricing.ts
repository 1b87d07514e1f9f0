import type { FiatCurrency, TokenSymbol } from '#shared/values/money/currency';
import { add, type Decimal, multiply, ONE, quotient } from '#shared/values/money/decimal';
import { convert, convertBack, type Money, minus, money, plus } from '#shared/values/money/money';
import type { CrossRampPrice, RampPrice, RampTerms, Rates } from './quote';
import { CROSS_RAMP_SPREAD, RAMP_SPREAD, RATE_DIGITS } from './rate';

/** The amount that a request specifies, in fiat or in tokens. */
export type FixedRampAmount =
  | { readonly side: 'fiat'; readonly amount: Money<FiatCurrency> }
  | { readonly side: 'crypto'; readonly amount: Money<TokenSymbol> };

export interface RampPriceInput {
  readonly direction: 'ON_RAMP' | 'OFF_RAMP';
  readonly fixedAmount: FixedRampAmount;
  readonly fiat: FiatCurrency;
  readonly token: TokenSymbol;
  /** Mid-market rate: fiat units per token. */
  readonly mid: Decimal;
  /** The platform's spread as a fraction. */
  readonly spread: Decimal;
  /** The partner's premium as a fraction. */
  readonly premium: Decimal;
}

/** Returns the platform's spread in the rate, as a fraction. A locked first leg contains the spread of the whole cross-ramp. */
export function spreadFor(kind: RampTerms['kind']): Decimal {
  return kind === 'CROSS_RAMP_LEG' ? CROSS_RAMP_SPREAD : RAMP_SPREAD;
}

/**
 * Computes the rate of a ramp in fiat per token. Let f = (1 + spread) × (1 + premium). A buyer of tokens pays mid × f, rounded
 * up. A seller of tokens receives mid ÷ f, rounded down. Rounding is never to the user's advantage.
 */
export function rampRate({
  direction,
  mid,
  spread,
  premium,
}: Omit<RampPriceInput, 'fixedAmount' | 'fiat' | 'token'>): Rates {
  const rateWith = (factor: Decimal) =>
    direction === 'ON_RAMP'
      ? quotient(multiply(mid, factor), ONE, RATE_DIGITS, 'up')
      : quotient(mid, factor, RATE_DIGITS, 'toward-zero');
  const spreadFactor = add(ONE, spread);
  return { rate: rateWith(multiply(spreadFactor, add(ONE, premium))), platformRate: rateWith(spreadFactor) };
}

/**
 * Prices a ramp. Rounds the amount that the user receives toward zero, and the amount that the user pays half-even.
 * @returns `undefined` if the amount is worth less than the smallest unit of the other currency.
 */
export function priceRamp(input: RampPriceInput): RampPrice | undefined {
  const rates = rampRate(input);
  const { fixedAmount, fiat, token } = input;
  const buying = input.direction === 'ON_RAMP';
  const fiatAmount =
    fixedAmount.side === 'fiat'
      ? fixedAmount.amount
      : convert(fixedAmount.amount, rates.rate, fiat, buying ? 'half-even' : 'toward-zero');
  const cryptoAmount =
    fixedAmount.side === 'crypto'
      ? fixedAmount.amount
      : convertBack(fixedAmount.amount, rates.rate, token, buying ? 'toward-zero' : 'half-even');
  return fiatAmount.minor <= 0n || cryptoAmount.minor <= 0n ? undefined : { ...rates, fiatAmount, cryptoAmount };
}

/** The amount that a request specifies, as the source or the target amount. */
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
 * Prices a cross-ramp: target = (source − fixed fee) × rate, with the rounding of `priceRamp`.
 * @param rates market rates (`crossRampRate`), or the rates of a locked first leg (`ratesFromLeg`)
 * @returns `undefined` if no amount remains to convert, or if the target amount is rounded to zero.
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
 * Computes the rates of a cross-ramp with a locked first leg (source to token). The leg's rate includes spread and premium, so
 * `mid` (target units per token) is the mid-market rate.
 */
export function ratesFromLeg(leg: RampPrice, mid: Decimal): Rates {
  return {
    rate: quotient(mid, leg.rate, RATE_DIGITS, 'toward-zero'),
    platformRate: quotient(mid, leg.platformRate, RATE_DIGITS, 'toward-zero'),
  };
}

/** Fixed fee of a cross-ramp by source currency, in minor units. */
const fixedFeeBySource: Record<FiatCurrency, bigint> = { MXN: 25_00n, USD: 1_00n, EUR: 1_00n, DOP: 60_00n };

export function fixedFeeFor(source: FiatCurrency): Money<FiatCurrency> {
  return money(fixedFeeBySource[source], source);
}
