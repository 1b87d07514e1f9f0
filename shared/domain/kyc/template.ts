/** What a verification needs, by stage and country. The sandbox asks for nothing beyond the country. */
import { kycCountries } from '#shared/domain/banks/countries';
import { EARLIEST_BIRTH } from '#shared/domain/kyc/birth-date';
import type { StageName } from '#shared/domain/partners/stage-name';

export interface KycTemplate {
  readonly required: readonly string[];
  /** Whether formats (dates, telephone, tax id) are checked, or only that text is there. */
  readonly strict: boolean;
  readonly subject: VerificationSubject;
}

/** Who is verified. */
export type VerificationSubject = 'PERSON' | 'BUSINESS';

const base = ['firstName', 'lastName', 'dateOfBirth', 'address', 'phoneNumber', 'identity', 'selfieUrl'];
/** Of a business, the names and the identity document are its representative's. */
const businessBase = [
  'businessName', 'countryOfConstitution', 'taxId', 'address', 'phoneNumber', 'firstName', 'lastName', 'identity',
]; // biome-ignore format: names, not statements

/** The template of a country; `undefined` where verifications are not offered. */
export function kycTemplateOf(
  stage: StageName,
  country: string,
  subject: VerificationSubject = 'PERSON',
): KycTemplate | undefined {
  if (!kycCountries.some((known) => known === country)) return undefined;
  if (stage === 'sandbox') return { required: [], strict: false, subject };
  if (subject === 'BUSINESS') return { required: businessBase, strict: true, subject };
  return { required: country === 'MX' ? [...base, 'profession', 'taxId'] : base, strict: true, subject };
}

export interface SubmissionFault {
  readonly field: string;
  readonly message: string;
}

// RFC: four letters of a person or three of a company, a date as six digits, three alphanumerics (SAT).
const RFC: Readonly<Record<VerificationSubject, RegExp>> = {
  PERSON: /^[A-ZÑ&]{4}(\d{2})(\d{2})(\d{2})[A-Z0-9]{3}$/i,
  BUSINESS: /^[A-ZÑ&]{3}(\d{2})(\d{2})(\d{2})[A-Z0-9]{3}$/i,
};
const E164 = /^\+[1-9]\d{6,14}$/;
const ADULT_YEARS = 18;

/** Everything in a submission that its template does not accept. */
export function submissionFaults(
  template: KycTemplate,
  country: string,
  submission: Readonly<Record<string, unknown>>,
  atMs: number,
): SubmissionFault[] {
  const faults: SubmissionFault[] = template.required
    .flatMap((field) => missingPart(field, submission) ?? [])
    .map((field) => ({ field, message: `Required for verifications in ${country}` }));
  if (!template.strict) return faults;
  const { dateOfBirth, phoneNumber, taxId } = submission;
  if (typeof dateOfBirth === 'string' && !isAdult(dateOfBirth, atMs)) {
    faults.push({
      field: 'dateOfBirth',
      message: `Must be a date (YYYY-MM-DD) from ${EARLIEST_BIRTH} on and at least ${ADULT_YEARS} years ago`,
    });
  }
  if (typeof phoneNumber === 'string' && !E164.test(phoneNumber)) {
    faults.push({ field: 'phoneNumber', message: 'Must be in E.164 form, such as +525512345678' });
  }
  if (country === 'MX' && typeof taxId === 'string' && !isRfc(taxId, template.subject)) {
    const whose = template.subject === 'PERSON' ? 'a person' : 'a company';
    faults.push({ field: 'taxId', message: `Must be the RFC of ${whose}` });
  }
  return faults;
}

/** What is missing of a required field, by its path; `undefined` when it is there. */
function missingPart(field: string, submission: Readonly<Record<string, unknown>>): string | undefined {
  const value = submission[field];
  if (field === 'identity') {
    // The front of the document counts wherever it may stand.
    const places: readonly unknown[] = [submission, value, ...listOf(submission.documents)];
    if (places.some((place) => isGiven(partsOf(place).frontIdUrl))) return undefined;
    return value === undefined ? field : `${field}.frontIdUrl`;
  }
  return isGiven(value) ? undefined : field;
}

/** An object counts as given when one of its parts is. */
function isGiven(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isGiven);
  return value !== undefined && value !== null && value !== '';
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isAdult(date: string, atMs: number): boolean {
  if (!isDate(date) || date < EARLIEST_BIRTH) return false;
  const now = new Date(atMs);
  const limit = Date.UTC(now.getUTCFullYear() - ADULT_YEARS, now.getUTCMonth(), now.getUTCDate());
  return Date.parse(date) <= limit;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

function isRfc(taxId: string, subject: VerificationSubject): boolean {
  const match = RFC[subject].exec(taxId);
  if (match === null) return false;
  const [, year = '', month = '', day = ''] = match;
  // The century is not told; 20 and 19 differ only for 29 February 1900.
  return isDate(`20${year}-${month}-${day}`) || isDate(`19${year}-${month}-${day}`);
}
