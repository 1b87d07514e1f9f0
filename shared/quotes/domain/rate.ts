import { defaultAgreement } from '#shared/partners/domain/partner';
import type { Currency } from '#shared/values/money/currency';
import { add, compare, type Decimal, decimal, multiply, ONE, quotient } from '#shared/values/money/decimal';
import type { StageName } from '#shared/values/stage-name';

/** Maximum number of significant digits of a rate. Amounts are computed from the rounded rate. */
export const RATE_DIGITS = 10;

/** Source of mid-market rates: units of `to` per unit of `from`. */
export interface RateSource {
  /** @throws RateUnavailable if no recent rate is available. */
  midRate(from: Currency, to: Currency, atMs: number): Promise<Decimal>;
}

/** No recent rate is available. An outdated rate is never used instead. */
export class RateUnavailable extends Error {
  override readonly name = 'RateUnavailable';
}

/** The platform's spread on cross-ramps, as a fraction: 0.5 %. */
export const CROSS_RAMP_SPREAD: Decimal = { coefficient: 5n, scale: 3 };

/** The platform's spread on on-ramps and off-ramps, as a fraction: 0.5 %. */
export const RAMP_SPREAD: Decimal = { coefficient: 5n, scale: 3 };

/**
 * Computes the rate of a cross-ramp for the user. Spread, premium and rounding are always at the user's expense.
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

// Warnings of the sandbox: production would refuse the same request. The response with the price shows the warnings, and the
// stored price contains them.

/** Maximum premium spread in production, as a fraction (docs/api.md, Rates and fees). */
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

/** Returns the request field of a warning and a message for people. */
export function warningText(code: WarningCode): { readonly field: string; readonly message: string } {
  return warningTexts[code];
}

/** Returns a warning if the sandbox accepts a premium (a fraction) that production would refuse; otherwise an empty list. */
export function premiumWarnings(premium: Decimal, stage: StageName): readonly WarningCode[] {
  const isAbove = compare(premium, decimal(String(PRODUCTION_CEILING))) > 0;
  return stage === 'sandbox' && isAbove ? ['PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING'] : [];
}
