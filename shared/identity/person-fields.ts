/** Request fields about persons, in a separate file so that operations without persons do not bundle these rules. */
import * as z from 'zod/mini';
import { date, nameText, text } from '#shared/api/fields';
import { localNetworkAllowed, nowMs } from '#shared/platform/config/environment';
import { isRedirectUri, MAX_REDIRECT_URI } from '#shared/values/redirect-uri';
import { findCountryCode } from './domain/country-names';
import { economicActivities, professions } from './domain/occupations';
import { E164 } from './domain/submission-formats';

/** Earliest date of birth. Earlier dates are typing errors, for example 0190 for 1990. */
const EARLIEST_BIRTH = '1900-01-01';

/** Date of birth of a person. */
export const birthDate = date.check(
  z.refine(
    (value) => value >= EARLIEST_BIRTH && value <= new Date(nowMs()).toISOString().slice(0, 10),
    `Must be from ${EARLIEST_BIRTH} to today`,
  ),
);

/** URL that a person returns to after a hosted page; see `isRedirectUri`. */
export const redirectUri = z.string().check(
  z.maxLength(MAX_REDIRECT_URI),
  z.refine(
    (value) => isRedirectUri(value, { loopback: localNetworkAllowed() }),
    "Must be an https address or an address of an app's own scheme, such as myapp://done, without user name",
  ),
);

// Verification fields besides the country, for partner requests and the verification page.

const optional = z.optional(text);
/** Names that appear in documents. */
const optionalName = z.optional(nameText());

/** A country by English name or code. */
export const countryName = text.check(
  z.refine((name) => findCountryCode(name) !== undefined, 'Must be the English name of a country or its alpha-2 code'),
);

/** Fields about the person, or about the business and its representative. */
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

/** Runs the check of an object even if fields of the object have errors, so that a response contains all errors. */
export const reportWithOtherIssues = {
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
};
