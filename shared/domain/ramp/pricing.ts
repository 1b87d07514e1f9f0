import type { FiatCurrency, TokenSymbol } from '#shared/domain/money/currency';
import { add, type Decimal, multiply, ONE, quotient } from '#shared/domain/money/decimal';
import { convert, convertBack, type Money } from '#shared/domain/money/money';
import type { RampPrice, RampQuote } from '#shared/domain/ramp/quote';
import { CROSS_RAMP_SPREAD, RAMP_SPREAD, RATE_DIGITS } from '#shared/domain/rates/rate';

/** Which way a ramp goes: fiat into tokens, or tokens into fiat. */
export type RampDirection = 'ON_RAMP' | 'OFF_RAMP';

/** The one amount that a caller gave, by its side. */
export type GivenRampAmount =
  | { readonly side: 'fiat'; readonly amount: Money<FiatCurrency> }
  | { readonly side: 'crypto'; readonly amount: Money<TokenSymbol> };

export interface RampAsk {
  readonly direction: RampDirection;
  readonly given: GivenRampAmount;
  readonly fiat: FiatCurrency;
  readonly token: TokenSymbol;
  /** Middle of the market: fiat units per token. */
  readonly mid: Decimal;
  /** The house's spread as a fraction. */
  readonly spread: Decimal;
  /** The partner's premium as a fraction. */
  readonly premium: Decimal;
}

/** The house's spread inside the rate, as a fraction. A leg carries the spread of its whole cross-ramp. */
export function spreadOf(kind: RampQuote['kind']): Decimal {
  return kind === 'CROSS_RAMP_LEG' ? CROSS_RAMP_SPREAD : RAMP_SPREAD;
}

/**
 * The rate of a ramp in fiat per token. A buyer of tokens pays the middle times one plus the spread and one
 * plus the premium, rounded up; a seller gets the middle divided by both, rounded down: always to the user's
 * cost.
 */
export function rampRate({ direction, mid, spread, premium }: Omit<RampAsk, 'given' | 'fiat' | 'token'>): {
  readonly rate: Decimal;
  readonly houseRate: Decimal;
} {
  const house = add(ONE, spread);
  const both = multiply(house, add(ONE, premium));
  return direction === 'ON_RAMP'
    ? { rate: rounded(multiply(mid, both), ONE, 'up'), houseRate: rounded(multiply(mid, house), ONE, 'up') }
    : { rate: rounded(mid, both, 'toward-zero'), houseRate: rounded(mid, house, 'toward-zero') };
}

function rounded(a: Decimal, b: Decimal, rounding: 'up' | 'toward-zero'): Decimal {
  return quotient(a, b, RATE_DIGITS, rounding);
}

/**
 * Prices a ramp from either side by the rounded rate. What the user receives is rounded toward zero; what the
 * user pays is rounded half-even.
 *
 * @returns `undefined` when the amount is worth less than the smallest unit of the other side.
 */
export function priceRamp(ask: RampAsk): RampPrice | undefined {
  const rates = rampRate(ask);
  const { given } = ask;
  const buying = ask.direction === 'ON_RAMP';
  const amounts =
    given.side === 'fiat'
      ? {
          fiatAmount: given.amount,
          cryptoAmount: convertBack(
            given.amount,
            rates.rate,
            ask.token,
            buying ? 'toward-zero' : 'half-even',
          ),
        }
      : {
          fiatAmount: convert(given.amount, rates.rate, ask.fiat, buying ? 'half-even' : 'toward-zero'),
          cryptoAmount: given.amount,
        };
  if (amounts.fiatAmount.minor <= 0n || amounts.cryptoAmount.minor <= 0n) return undefined;
  return { ...rates, ...amounts };
}
