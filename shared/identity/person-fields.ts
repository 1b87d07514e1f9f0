/** Request fields about persons. They are separate, so that operations without a person do not carry their rules. */
import * as z from 'zod/mini';
import { date, nameText, text } from '#shared/api/fields';
import { localNetworkAllowed, nowMs } from '#shared/platform/config/environment';
import { isRedirectUri, MAX_REDIRECT_URI } from '#shared/values/redirect-uri';
import { findCountryCode } from './domain/country-names';
import { economicActivities, professions } from './domain/occupations';
import { E164 } from './domain/submission-formats';

/** No living person was born before; an earlier date is a typing mistake, such as 0190 for 1990. */
const EARLIEST_BIRTH = '1900-01-01';

/** A person's date of birth. */
export const birthDate = date.check(
  z.refine(
    (value) => value >= EARLIEST_BIRTH && value <= new Date(nowMs()).toISOString().slice(0, 10),
    `Must be from ${EARLIEST_BIRTH} to today`,
  ),
);

/** Address to which a person returns after a page of ours; see `isRedirectUri`. */
export const redirectUri = z.string().check(
  z.maxLength(MAX_REDIRECT_URI),
  z.refine(
    (value) => isRedirectUri(value, { loopback: localNetworkAllowed() }),
    "Must be an https address or an address of an app's own scheme, such as myapp://done, without user name",
  ),
);

// Fields of a verification besides the country, from a partner's request and from the verification page alike.

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

/** Runs a check of an object even when its fields have errors, so that a response names every error. */
export const reportWithOtherIssues = {
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
};
