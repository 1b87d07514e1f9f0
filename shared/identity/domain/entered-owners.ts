/** Beneficial owners that a person enters on a business's verification page. The draft stores each field as a text. */
import { type AssociatedPerson, MAX_PERSONS } from '#shared/signatures/domain/associated-person';
import { sumOfShares, WHOLE_UNITS } from '#shared/signatures/domain/ownership-percent';

/** Maximum number of owners on the page. Only four can have the requested 25 %, but the page also accepts smaller shares. */
export const MAX_ENTERED_OWNERS = 10;

export const ownerFields = ['firstName', 'lastName', 'email', 'ownershipPercent'] as const;
export type OwnerField = (typeof ownerFields)[number];
export type OwnerInput = `owners.${number}.${OwnerField}`;

/** An owner in a draft. Fields can be missing. */
export interface EnteredOwner {
  /** Position from 0. It does not change when another owner is removed. */
  readonly position: number;
  readonly texts: Readonly<Record<OwnerField, string>>;
}

export type OwnerViolation = 'missing' | 'invalid' | 'exceeds' | 'tooMany';
export type OwnerViolations = ReadonlyMap<OwnerInput, OwnerViolation>;

type Draft = Readonly<Record<string, string>>;

const positions = Array.from({ length: MAX_ENTERED_OWNERS }, (_, position) => position);

/** Returns the name of a form field. */
export function ownerInput(position: number, field: OwnerField): OwnerInput {
  return `owners.${position}.${field}`;
}

/** Returns the names of an owner's form fields. */
export function inputsOfOwner(position: number): readonly OwnerInput[] {
  return ownerFields.map((field) => ownerInput(position, field));
}

/** Names of the form fields of all owners. */
export const ownerInputs: readonly OwnerInput[] = positions.flatMap(inputsOfOwner);

/** Returns the owners for whom the draft contains at least one entered field. */
export function enteredOwners(draft: Draft): readonly EnteredOwner[] {
  return positions
    .map((position) => ({ position, texts: ownerTexts(draft, position) }))
    .filter(({ texts }) => ownerFields.some((field) => texts[field] !== ''));
}

/**
 * Returns the positions that a form shows: all entered owners, and sometimes one empty position. The empty position is added if
 * no owner is entered or if `withAnother` is true.
 */
export function shownPositions(draft: Draft, withAnother: boolean): readonly number[] {
  const taken = enteredOwners(draft).map(({ position }) => position);
  const free =
    positions.find((position) => position > (taken.at(-1) ?? -1)) ?? positions.find((one) => !taken.includes(one));
  return free === undefined || (taken.length > 0 && !withAnother) ? taken : [...taken, free].sort((a, b) => a - b);
}

/**
 * Checks the entered and the stored persons together: their number, and the sum of their shares (at most 100 percent). Reports a
 * violation at the last entered owner.
 */
export function violationsOfWhole(
  owners: readonly { readonly position: number; readonly units: number }[],
  recorded: readonly AssociatedPerson[],
): OwnerViolations {
  const last = owners.at(-1);
  if (last === undefined) return new Map();
  if (recorded.length + owners.length > MAX_PERSONS)
    return new Map([[ownerInput(last.position, 'firstName'), 'tooMany']]);
  const units = owners.reduce((sum, owner) => sum + owner.units, sumOfShares(recorded));
  return units > WHOLE_UNITS ? new Map([[ownerInput(last.position, 'ownershipPercent'), 'exceeds']]) : new Map();
}

function ownerTexts(draft: Draft, position: number): EnteredOwner['texts'] {
  const text = (field: OwnerField) => draft[ownerInput(position, field)] ?? '';
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    ownershipPercent: text('ownershipPercent'),
  };
}
