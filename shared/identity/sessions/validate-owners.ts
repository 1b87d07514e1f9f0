/** Checks of the owners in a draft, by the same rules as a partner's own call. */
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

/** A share as people write it: with a point or a comma, with or without the sign of percent. */
const percentText = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,3}(?:[.,][0-9]{1,4})?\s?%?$/)),
    z.transform((text: string) => Number(text.replace(',', '.').replace('%', ''))),
  ),
  percent,
);

const ownerSchema = z.object({ firstName: personText, lastName: personText, email, ownershipPercent: percentText });

type Draft = Readonly<Record<string, string>>;

/** Returns everything wrong with the owners of a draft, in the order of the form. */
export function ownerViolations(draft: Draft, recorded: readonly AssociatedPerson[]): OwnerViolations {
  const owners = enteredOwners(draft);
  const found = new Map(owners.flatMap(fieldViolations));
  if (found.size > 0) return found;
  const shares = owners.map(({ position, texts }) => ({ position, units: parseOwner(texts).ownershipUnits }));
  return violationsOfWhole(shares, recorded);
}

/** Returns the owners of a draft as persons of their business. @throws Error for a draft with violations */
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
