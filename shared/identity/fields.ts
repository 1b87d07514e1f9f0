/** Fields of a verification besides the country, from a partner's request and from the verification page alike. */
import * as z from 'zod/mini';
import { nameText, text } from '#shared/api/fields';
import { findCountryCode } from './domain/country-names';
import { economicActivities } from './domain/economic-activities';
import { professions } from './domain/professions';
import { E164 } from './domain/submission-formats';
import { birthDate } from './person-fields';

const optional = z.optional(text);
/** Names that documents print. */
const optionalName = z.optional(nameText());

/** A country by its English name or its code. */
export const countryName = text.check(
  z.refine((name) => findCountryCode(name) !== undefined, 'Must be the English name of a country or its alpha-2 code'),
);

/** About the person or the business itself. */
export const identifyingFields = {
  firstName: optionalName,
  lastName: optionalName,
  businessName: optionalName,
  countryOfConstitution: optional,
  dateOfBirth: z.optional(birthDate),
  profession: z.optional(z.enum(professions)),
  economicActivity: z.optional(z.enum(economicActivities)),
  countryOfBirth: z.optional(countryName),
  address: z.optional(
    z.object({ street: optional, city: optional, state: optional, zipCode: optional, country: optional }),
  ),
  phoneNumber: z.optional(
    z.string().check(z.regex(E164, 'Must be in E.164 form, such as +525512345678'), z.maxLength(16)),
  ),
  taxId: optional,
};

/** Runs a check of an object even when its fields have errors, so that an answer names every error. */
export const reportWithOtherIssues = {
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
};
