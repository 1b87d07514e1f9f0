import { decimalText } from '#shared/values/money/decimal';
import { type AssociatedPerson, isBeneficialOwner } from './associated-person';

/** Decimal places of an ownership percentage. The table stores whole units of 0.0001 percent, so sums are exact. */
export const PERCENT_DECIMALS = 4;
export const WHOLE_UNITS = 100 * 10 ** PERCENT_DECIMALS;

/** Converts a percentage (at most 100, at most four decimals) to units of 0.0001 percent. */
export function toOwnershipUnits(percent: number): number {
  return Math.round(percent * 10 ** PERCENT_DECIMALS);
}

/** Formats a share as a percentage without trailing zeros. */
export function formatPercent(units: number): string {
  return decimalText({ coefficient: BigInt(units), scale: PERCENT_DECIMALS });
}

/** Returns the sum of all owners' shares, in units of 0.0001 percent. */
export function sumOfShares(persons: readonly AssociatedPerson[]): number {
  return persons.filter(isBeneficialOwner).reduce((units, { ownershipUnits }) => units + (ownershipUnits ?? 0), 0);
}

/** Returns true if the sum of all owners' shares exceeds 100 percent. */
export function sharesExceedWhole(persons: readonly AssociatedPerson[]): boolean {
  return sumOfShares(persons) > WHOLE_UNITS;
}
