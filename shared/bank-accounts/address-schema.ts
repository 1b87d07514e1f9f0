/** Validation of postal addresses in bank details, by the rules of the payment rails of each country. */
import * as z from 'zod/mini';
import { text } from '#shared/api/fields';
import { requiresTownAndCountry } from '#shared/corridors/domain/address-forms';
import {
  accountRulesFor,
  countries,
  payoutZones,
  postalCodes,
  type TargetCountry,
} from '#shared/corridors/domain/payout-zones';
import { listUncarried, PAYMENT_CHARACTERS, toPaymentText } from '#shared/values/payment-text';
import { dependentForms } from './dependent-forms';
import type { PostalAddress } from './domain/bank-account';
import { addressBounds, repeatedPart } from './domain/iso-address';

/** Schema of one address field. The text must fit into a payment message after `toPaymentText` converts its letters. */
function carriedText(max: number) {
  return text.check(
    z.maxLength(max),
    z.check<string>(({ value, issues }) => {
      const message = violationOf(value, max);
      if (message !== undefined) issues.push({ code: 'custom', message, input: value });
    }),
  );
}

function violationOf(value: string, max: number): string | undefined {
  const refused = listUncarried(value);
  if (refused.length > 0) return `Payments cannot carry ${refused.slice(0, 5).join(' ')}: use ${PAYMENT_CHARACTERS}`;
  if (value.length <= max && toPaymentText(value).length > max)
    return `Must be at most ${max} characters long in Latin letters`;
  return undefined;
}

const parts = {
  streetLine1: carriedText(addressBounds.streetLine1),
  streetLine2: z.optional(carriedText(addressBounds.streetLine2)),
  buildingNumber: z.optional(carriedText(addressBounds.buildingNumber)),
  city: carriedText(addressBounds.city),
  state: z.optional(carriedText(addressBounds.state)),
  postalCode: carriedText(addressBounds.postalCode),
  country: z.string().check(z.regex(/^[A-Za-z]{2}$/, 'Must be an ISO 3166-1 alpha-2 code'), z.maxLength(2)),
};

/** Rejects street lines that repeat the town or the country, and a second line or a building number without `streetLine1`. */
const lineRules = z.check<PostalAddress>(({ value, issues }) => {
  for (const name of ['streetLine1', 'streetLine2'] as const) {
    const input = value[name];
    const part = input === undefined ? undefined : repeatedPart(input, value);
    if (part !== undefined)
      issues.push({ code: 'custom', path: [name], message: `Must not repeat the ${part}`, input });
  }
  const { streetLine1, streetLine2, buildingNumber } = value;
  if (streetLine1 === undefined && (streetLine2 !== undefined || buildingNumber !== undefined))
    issues.push({ code: 'custom', path: ['streetLine1'], message: 'Required in the address', input: undefined });
});

/** Postal code formats by the country of the address, which can differ from the country of the account. */
const postalCodeForms = dependentForms<PostalAddress>(
  payoutZones.flatMap((zone) => {
    const rule = postalCodes[zone];
    if (rule === undefined) return [];
    const { pattern: form, message } = rule;
    return countries[zone].map((code) => ({
      by: 'country',
      values: anyCase(code),
      field: 'postalCode',
      form,
      message,
    }));
  }),
);

/** Returns the four upper-case and lower-case spellings of a two-letter country code. */
function anyCase(code: string): readonly string[] {
  const [first = '', second = ''] = code;
  return [first, first.toLowerCase()].flatMap((letter) => [letter + second, letter + second.toLowerCase()]);
}

const complete = z.object(parts).check(lineRules, ...postalCodeForms);
const { city, country, ...rest } = parts;
const townAndCountry = z.extend(z.partial(z.object(rest)), { city, country }).check(lineRules, ...postalCodeForms);
const incomplete = z.partial(z.object(parts)).check(lineRules, ...postalCodeForms);

/**
 * Returns the address schema for accounts in a country. If the address is optional there, a provided address needs only the
 * fields that the country's rails require.
 */
export function addressSchema(of: TargetCountry): z.ZodMiniType {
  if (accountRulesFor(of).optional?.includes('address') !== true) return complete;
  return requiresTownAndCountry(of) ? townAndCountry : incomplete;
}
