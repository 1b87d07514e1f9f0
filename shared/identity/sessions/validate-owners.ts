/** Checks the owners of a draft with the rules of a partner's request. */
import * as z from 'zod/mini';
import { email } from '#shared/api/fields';
import {
  type EnteredOwner,
  enteredOwners,
  type OwnerInput,
  type OwnerViolation,
  type OwnerViolations,
  ownerFields,
  ownerInput,
  violationsOfWhole,
} from '#shared/identity/domain/entered-owners';
import { percent, personText } from '#shared/signatures/associated-persons/fields';
import { type AssociatedPerson, newPerson } from '#shared/signatures/domain/associated-person';
import { toOwnershipUnits } from '#shared/signatures/domain/ownership-percent';
import type { User } from '#shared/users/domain/user';

/** A share as people write it: with a decimal point or comma, with or without a percent sign. */
const percentText = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,3}(?:[.,][0-9]{1,4})?\s?%?$/)),
    z.transform((text: string) => Number(text.replace(',', '.').replace('%', ''))),
  ),
  percent,
);

const ownerSchema = z.object({ firstName: personText, lastName: personText, email, ownershipPercent: percentText });

type Draft = Readonly<Record<string, string>>;

/** Returns the errors of a draft's owners, in form order. Checks all owners together only if no single field has an error. */
export function ownerViolations(draft: Draft, recorded: readonly AssociatedPerson[]): OwnerViolations {
  const owners = enteredOwners(draft);
  const found = new Map(owners.flatMap(fieldViolations));
  if (found.size > 0) return found;
  const shares = owners.map(({ position, texts }) => ({ position, units: parseOwner(texts).ownershipUnits }));
  return violationsOfWhole(shares, recorded);
}

/** Converts the owners of a draft to persons of the business. @throws Error if the draft has errors */
export function toNewOwners(business: User, draft: Draft, atMs: number): readonly AssociatedPerson[] {
  return enteredOwners(draft).map(({ texts }) => newPerson(business, { role: 'UBO', ...parseOwner(texts) }, atMs));
}

function parseOwner(texts: EnteredOwner['texts']) {
  const { ownershipPercent, ...details } = ownerSchema.parse(texts);
  return { ...details, ownershipUnits: toOwnershipUnits(ownershipPercent) };
}

function fieldViolations({ position, texts }: EnteredOwner): readonly (readonly [OwnerInput, OwnerViolation])[] {
  const invalid = ownerSchema.safeParse(texts).error?.issues.map((issue) => issue.path[0]) ?? [];
  return ownerFields
    .filter((field) => invalid.includes(field))
    .map((field) => [ownerInput(position, field), texts[field] === '' ? 'missing' : 'invalid']);
}
