/** A warning that production would refuse the request: shown to the caller, and stored with the price. */
import { defaultAgreement } from '#shared/partners/domain/partner';
import { compare, type Decimal } from '#shared/values/money/decimal';
import type { StageName } from '#shared/values/stage-name';
import { decimal } from './rate';

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
