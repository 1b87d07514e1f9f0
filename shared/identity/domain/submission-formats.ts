/** Formats of submission fields. The API and the verification page check them in both stages. */
import {
  findPayoutZone,
  type PostalCodeRule,
  postalCodes,
  verificationRules,
} from '#shared/corridors/domain/payout-zones';
import type { UserType } from '#shared/users/domain/user';
import { findCountryCode } from './country-names';

export interface SubmissionViolation {
  /** Dotted path. */
  readonly field: string;
  readonly message: string;
}

/** A telephone number in ITU-T E.164 format. */
export const E164 = /^\+[1-9][0-9]{6,14}$/;

/**
 * Pattern of an RFC, the Mexican tax id: letters, a date (YYMMDD) and three alphanumerics. The year has no century, so 29
 * February is valid every fourth year. The OpenAPI document contains the pattern, so the pattern has no flags.
 */
export const RFC =
  /^[A-Za-zÑñ&]{3,4}(?:[0-9]{2}(?:(?:0[13578]|1[02])(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)(?:0[1-9]|[12][0-9]|30)|02(?:0[1-9]|1[0-9]|2[0-8]))|(?:[02468][048]|[13579][26])0229)[A-Za-z0-9]{3}$/;

/** Length of an RFC, and the error message, by user type. */
const rfcRules = {
  INDIVIDUAL: { length: 13, message: 'Must be the RFC of a person' },
  BUSINESS: { length: 12, message: 'Must be the RFC of a company' },
};

/** Postal codes of countries whose payout zone has no rule. */
export const defaultPostalCode: PostalCodeRule = {
  pattern: /^[A-Za-z0-9][A-Za-z0-9 -]{0,10}[A-Za-z0-9]$/,
  message: 'Must be a postal code: 2 to 12 letters, digits, blanks or hyphens',
};

/** Other persons in a submission besides the user. */
export const relatedPersons = ['beneficiaryOwner', 'resourceProvider', 'realOwner'] as const;

/** Returns the fields with a wrong format: postal codes and Mexican tax ids. Other checks reject values that are not text. */
export function formatViolations(
  country: unknown,
  submission: Readonly<Record<string, unknown>>,
  subject?: UserType,
): SubmissionViolation[] {
  const { taxId } = submission;
  const violations: SubmissionViolation[] = [];
  const zone = typeof country === 'string' ? findPayoutZone(country) : undefined;
  if (zone !== undefined && verificationRules[zone]?.taxId === 'RFC') {
    if (typeof taxId === 'string' && !isRfc(taxId, subject)) {
      violations.push({
        field: 'taxId',
        message: subject === undefined ? 'Must be an RFC' : rfcRules[subject].message,
      });
    }
    for (const person of relatedPersons) {
      const { rfc } = asRecord(submission[person]);
      if (typeof rfc === 'string' && !isRfc(rfc))
        violations.push({ field: `${person}.rfc`, message: 'Must be an RFC' });
    }
  }
  return [...violations, ...postalCodeViolations(country, asRecord(submission.address))];
}

/** Checks the postal code by the rule of the address's country, or of the verification's country if the address has none. */
function postalCodeViolations(country: unknown, address: Readonly<Record<string, unknown>>): SubmissionViolation[] {
  const { zipCode, country: named = country } = address;
  if (typeof zipCode !== 'string') return [];
  const code = typeof named === 'string' ? findCountryCode(named) : undefined;
  const { pattern, message } = postalCodeRule(code);
  return pattern.test(zipCode.trim()) ? [] : [{ field: 'address.zipCode', message }];
}

/** Returns the format of a country's postal codes. */
export function postalCodeRule(country: string | undefined): PostalCodeRule {
  const zone = country === undefined ? undefined : findPayoutZone(country);
  return (zone && postalCodes[zone]) ?? defaultPostalCode;
}

/** Returns true if a text is an RFC of the user type. Without a user type, accepts an RFC of a person or a company. */
function isRfc(taxId: string, subject?: UserType): boolean {
  return RFC.test(taxId) && (subject === undefined || taxId.length === rfcRules[subject].length);
}

/** Returns the properties of an object; empty for other values. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
