/** Requirements of a verification, by stage and country. The sandbox requires only the country. */
import { findPayoutZone, verificationRules } from '#shared/corridors/domain/payout-zones';
import type { UserType } from '#shared/users/domain/user';
import { isCalendarDay } from '#shared/values/calendar/calendar-day';
import type { StageName } from '#shared/values/stage-name';
import { asRecord, formatViolations, type SubmissionViolation } from './submission-formats';

export interface KycTemplate {
  readonly required: readonly string[];
  /** Persons under 18 who are rejected: all, or only those with the date of birth `SANDBOX_MINOR_BIRTH`. */
  readonly minors: 'REFUSED' | 'REFUSED_AT_SANDBOX_DATE';
  readonly subject: UserType;
}

const base = ['firstName', 'lastName', 'dateOfBirth', 'address', 'phoneNumber', 'identity', 'selfieUrl'];
/** For a business, names and identity document belong to its representative. */
const businessBase = [
  'businessName', 'countryOfConstitution', 'taxId', 'address', 'phoneNumber', 'firstName', 'lastName', 'identity',
]; // biome-ignore format: names, not statements

/** Returns the template of a country; `undefined` if verifications are not available. */
export function kycTemplateFor(stage: StageName, country: string, subject: UserType): KycTemplate | undefined {
  const zone = findPayoutZone(country);
  const rules = zone && verificationRules[zone];
  if (rules === undefined) return undefined;
  if (stage === 'sandbox') return { required: [], minors: 'REFUSED_AT_SANDBOX_DATE', subject };
  const required = subject === 'BUSINESS' ? businessBase : [...base, ...rules.extraFields];
  return { required, minors: 'REFUSED', subject };
}

const ADULT_YEARS = 18;

/** Date of birth that the sandbox rejects as under age, to test the rejection. The sandbox accepts all others. */
export const SANDBOX_MINOR_BIRTH = '2015-01-01';

/**
 * Returns everything that the template rejects in a submission. Does not check the format of dates and telephone numbers; see
 * shared/identity/person-fields.ts.
 */
export function submissionViolations(
  { required, minors, subject }: KycTemplate,
  country: string,
  submission: Readonly<Record<string, unknown>>,
  atMs: number,
): SubmissionViolation[] {
  const violations: SubmissionViolation[] = required
    .flatMap((field) => missingField(field, submission) ?? [])
    .map((field) => ({ field, message: `Required for verifications in ${country}` }));
  const { dateOfBirth } = submission;
  if (typeof dateOfBirth === 'string' && isMinor(dateOfBirth, minors, atMs)) {
    violations.push({ field: 'dateOfBirth', message: `Must be at least ${ADULT_YEARS} years ago` });
  }
  return [...violations, ...formatViolations(country, submission, subject)];
}

/** Returns the path of the missing part of a required field; `undefined` if the field is complete. */
function missingField(field: string, submission: Readonly<Record<string, unknown>>): string | undefined {
  const value = submission[field];
  if (field === 'identity') {
    // The front of the document is accepted in each of these places.
    const places: readonly unknown[] = [submission, value, ...asList(submission.documents)];
    if (places.some((place) => isPresent(asRecord(place).frontIdUrl))) return undefined;
    return value === undefined ? field : `${field}.frontIdUrl`;
  }
  return isPresent(value) ? undefined : field;
}

/** An object is present if one of its parts is present. */
function isPresent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isPresent);
  return value !== undefined && value !== null && value !== '';
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isMinor(date: string, minors: KycTemplate['minors'], atMs: number): boolean {
  if (minors === 'REFUSED_AT_SANDBOX_DATE') return date === SANDBOX_MINOR_BIRTH;
  if (!isCalendarDay(date)) return false;
  const now = new Date(atMs);
  return Date.parse(date) > Date.UTC(now.getUTCFullYear() - ADULT_YEARS, now.getUTCMonth(), now.getUTCDate());
}
