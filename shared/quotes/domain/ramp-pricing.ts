import type { FiatCurrency, TokenSymbol } from '#shared/values/money/currency';
import { add, type Decimal, multiply, ONE, quotient } from '#shared/values/money/decimal';
import { convert, convertBack, type Money } from '#shared/values/money/money';
import type { RampPrice, RampQuote } from './ramp-quote';
import { CROSS_RAMP_SPREAD, RAMP_SPREAD, RATE_DIGITS } from './rate';

/** Which way a ramp goes: fiat into tokens, or tokens into fiat. */
export type RampDirection = 'ON_RAMP' | 'OFF_RAMP';

/** The fixed amount of a request, by its side. */
export type FixedRampAmount =
  | { readonly side: 'fiat'; readonly amount: Money<FiatCurrency> }
  | { readonly side: 'crypto'; readonly amount: Money<TokenSymbol> };

export interface RampPriceInput {
  readonly direction: RampDirection;
  readonly fixedAmount: FixedRampAmount;
  readonly fiat: FiatCurrency;
  readonly token: TokenSymbol;
  /** Middle of the market: fiat units per token. */
  readonly mid: Decimal;
  /** The platform's spread as a fraction. */
  readonly spread: Decimal;
  /** The partner's premium as a fraction. */
  readonly premium: Decimal;
}

/** The platform's spread inside the rate, as a fraction. A leg carries the spread of its whole cross-ramp. */
export function spreadFor(kind: RampQuote['kind']): Decimal {
  return kind === 'CROSS_RAMP_LEG' ? CROSS_RAMP_SPREAD : RAMP_SPREAD;
}

/**
 * The rate of a ramp in fiat per token. A buyer of tokens pays the middle times one plus the spread and one
 * plus the premium, rounded up; a seller gets the middle divided by both, rounded down: always to the user's
 * cost.
 */
export function rampRate({ direction, mid, spread, premium }: Omit<RampPriceInput, 'fixedAmount' | 'fiat' | 'token'>): {
  readonly rate: Decimal;
  readonly platformRate: Decimal;
} {
  const spreadFactor = add(ONE, spread);
  const fullFactor = multiply(spreadFactor, add(ONE, premium));
  return direction === 'ON_RAMP'
    ? {
        rate: roundRate(multiply(mid, fullFactor), ONE, 'up'),
        platformRate: roundRate(multiply(mid, spreadFactor), ONE, 'up'),
      }
    : {
        rate: roundRate(mid, fullFactor, 'toward-zero'),
        platformRate: roundRate(mid, spreadFactor, 'toward-zero'),
      };
}

function roundRate(a: Decimal, b: Decimal, rounding: 'up' | 'toward-zero'): Decimal {
  return quotient(a, b, RATE_DIGITS, rounding);
}

/**
 * Prices a ramp from either side by the rounded rate. What the user receives is rounded toward zero; what the
 * user pays is rounded half-even.
 *
 * @returns `undefined` when the amount is worth less than the smallest unit of the other side.
 */
export function priceRamp(input: RampPriceInput): RampPrice | undefined {
  const rates = rampRate(input);
  const { fixedAmount } = input;
  const buying = input.direction === 'ON_RAMP';
  const amounts =
    fixedAmount.side === 'fiat'
      ? {
          fiatAmount: fixedAmount.amount,
          cryptoAmount: convertBack(fixedAmount.amount, rates.rate, input.token, buying ? 'toward-zero' : 'half-even'),
        }
      : {
          fiatAmount: convert(fixedAmount.amount, rates.rate, input.fiat, buying ? 'half-even' : 'toward-zero'),
          cryptoAmount: fixedAmount.amount,
        };
  if (amounts.fiatAmount.minor <= 0n || amounts.cryptoAmount.minor <= 0n) return undefined;
  return { ...rates, ...amounts };
}
