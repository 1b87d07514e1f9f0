/** What a verification takes besides the country, from a partner's request and from the verification page alike. */
import * as z from 'zod/mini';
import { text } from '#shared/api/fields';
import { birthDate } from '#shared/api/person-fields';
import { countryCodeOf } from '#shared/domain/kyc/country-names';
import { economicActivities } from '#shared/domain/kyc/economic-activities';
import { E164 } from '#shared/domain/kyc/forms';
import { professions } from '#shared/domain/kyc/professions';

const optional = z.optional(text);

/** A country by its English name or its code. */
export const countryName = text.check(
  z.refine(
    (name) => countryCodeOf(name) !== undefined,
    'Must be the English name of a country or its alpha-2 code',
  ),
);

/** About the person or the business itself. */
export const identifyingFields = {
  firstName: optional,
  lastName: optional,
  businessName: optional,
  countryOfConstitution: optional,
  dateOfBirth: z.optional(birthDate),
  profession: z.optional(z.enum(professions)),
  economicActivity: z.optional(z.enum(economicActivities)),
  countryOfBirth: z.optional(countryName),
  address: z.optional(
    z.object({ street: optional, city: optional, state: optional, zipCode: optional, country: optional }),
  ),
  phoneNumber: z.optional(z.string().check(z.regex(E164, 'Must be in E.164 form, such as +525512345678'))),
  taxId: optional,
};

/** Makes a check of an object run beside the faults of its fields, so that an answer names all that is wrong. */
export const besideOtherFaults = {
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
};
