import { decimalText } from '#shared/values/money/decimal';
import { type AssociatedPerson, isBeneficialOwner } from './associated-person';

/** Decimals of a percentage; kept as whole units of 0.0001 percent, so that sums are exact. */
export const PERCENT_DECIMALS = 4;
export const WHOLE_UNITS = 100 * 10 ** PERCENT_DECIMALS;

/** A percentage of at most 100 with at most four decimals, in units of 0.0001 percent. */
export function toOwnershipUnits(percent: number): number {
  return Math.round(percent * 10 ** PERCENT_DECIMALS);
}

/** The percentage as text, without trailing zeros. */
export function formatPercent(units: number): string {
  return decimalText({ coefficient: BigInt(units), scale: PERCENT_DECIMALS });
}

/** The shares of all owners together, in units of 0.0001 percent. */
export function sumOfShares(persons: readonly AssociatedPerson[]): number {
  return persons.filter(isBeneficialOwner).reduce((units, { ownershipUnits }) => units + (ownershipUnits ?? 0), 0);
}

/** Returns true if the shares of all owners together are more than the whole business. */
export function sharesExceedWhole(persons: readonly AssociatedPerson[]): boolean {
  return sumOfShares(persons) > WHOLE_UNITS;
}
