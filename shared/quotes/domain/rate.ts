import { defaultAgreement } from '#shared/partners/domain/partner';
import type { Currency } from '#shared/values/money/currency';
import { add, compare, type Decimal, decimal, multiply, ONE, quotient } from '#shared/values/money/decimal';
import type { StageName } from '#shared/values/stage-name';

/** Rates carry at most this many significant digits; amounts are computed from the rounded rate. */
export const RATE_DIGITS = 10;

/** Reads the middle of the market: units of `to` per unit of `from`. */
export interface RateSource {
  /** @throws RateUnavailable when there is no fresh rate. */
  midRate(from: Currency, to: Currency, atMs: number): Promise<Decimal>;
}

/** There is no fresh rate; an old one is never used instead. */
export class RateUnavailable extends Error {
  override readonly name = 'RateUnavailable';
}

/** The platform's spread on cross-ramps, as a fraction: 0.5 %. */
export const CROSS_RAMP_SPREAD: Decimal = { coefficient: 5n, scale: 3 };

/** The platform's spread on on-ramps and off-ramps, as a fraction: 0.5 %. */
export const RAMP_SPREAD: Decimal = { coefficient: 5n, scale: 3 };

/**
 * The rate a cross-ramp user gets: the middle divided by one plus the spread and by one plus the partner's
 * premium, rounded down, so that both are always to the user's cost.
 *
 * @param mid target units per source unit
 * @param premium the partner's premium as a fraction (0.01 is 1 %)
 */
export function crossRampRate(mid: Decimal, premium: Decimal) {
  const withSpread = add(ONE, CROSS_RAMP_SPREAD);
  return {
    rate: quotient(mid, multiply(withSpread, add(ONE, premium)), RATE_DIGITS, 'toward-zero'),
    platformRate: quotient(mid, withSpread, RATE_DIGITS, 'toward-zero'),
  };
}

// A warning that production would refuse the request: shown to the caller, and stored with the price.

/** The ceiling of the premium spread in production, as a fraction (contract, Requests). */
const PRODUCTION_CEILING = defaultAgreement('production').maxPremiumSpread;

const warningTexts = {
  PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING: {
    field: 'premiumSpread',
    message: `Is above ${PRODUCTION_CEILING}, which production refuses: it is a fraction, 0.01 is 1 %`,
  },
} as const;

export type WarningCode = keyof typeof warningTexts;

function isWarningCode(text: string): text is WarningCode {
  return Object.hasOwn(warningTexts, text);
}

export const warningCodes: readonly WarningCode[] = Object.keys(warningTexts).filter(isWarningCode);

/** The field that a warning is about, and its sentence for people. */
export function warningText(code: WarningCode): { readonly field: string; readonly message: string } {
  return warningTexts[code];
}

/** The warning about a premium spread (a fraction) that the stage accepts, if any. */
export function premiumWarnings(premium: Decimal, stage: StageName): readonly WarningCode[] {
  const isAbove = compare(premium, decimal(String(PRODUCTION_CEILING))) > 0;
  return stage === 'sandbox' && isAbove ? ['PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING'] : [];
}
