/** What a verification needs, by stage and country. The sandbox asks for nothing beyond the country. */
import { kycCountries } from '#shared/domain/banks/countries';
import type { StageName } from '#shared/domain/partners/stage-name';

export interface KycTemplate {
  readonly required: readonly string[];
  /** Whether formats (dates, telephone, tax id) are checked, or only that text is there. */
  readonly strict: boolean;
}

const base = ['firstName', 'lastName', 'dateOfBirth', 'address', 'phoneNumber', 'identity', 'selfieUrl'];

/** The template of a country; `undefined` where verifications are not offered. */
export function kycTemplateOf(stage: StageName, country: string): KycTemplate | undefined {
  if (!kycCountries.some((known) => known === country)) return undefined;
  if (stage === 'sandbox') return { required: [], strict: false };
  return { required: country === 'MX' ? [...base, 'profession', 'taxId'] : base, strict: true };
}

export interface SubmissionFault {
  readonly field: string;
  readonly message: string;
}

// RFC of a person: four letters, a date as six digits, three alphanumerics (SAT).
const RFC = /^[A-ZÑ&]{4}(\d{2})(\d{2})(\d{2})[A-Z0-9]{3}$/i;
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
    .filter((field) => submission[field] === undefined || submission[field] === '')
    .map((field) => ({ field, message: `Required for verifications in ${country}` }));
  if (!template.strict) return faults;
  const { dateOfBirth, phoneNumber, taxId } = submission;
  if (typeof dateOfBirth === 'string' && !isAdult(dateOfBirth, atMs)) {
    faults.push({
      field: 'dateOfBirth',
      message: `Must be a date (YYYY-MM-DD) at least ${ADULT_YEARS} years ago`,
    });
  }
  if (typeof phoneNumber === 'string' && !E164.test(phoneNumber)) {
    faults.push({ field: 'phoneNumber', message: 'Must be in E.164 form, such as +525512345678' });
  }
  if (country === 'MX' && typeof taxId === 'string' && !isRfc(taxId)) {
    faults.push({ field: 'taxId', message: 'Must be the RFC of a person' });
  }
  return faults;
}

function isAdult(date: string, atMs: number): boolean {
  if (!isDate(date)) return false;
  const now = new Date(atMs);
  const limit = Date.UTC(now.getUTCFullYear() - ADULT_YEARS, now.getUTCMonth(), now.getUTCDate());
  return Date.parse(date) <= limit;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

function isRfc(taxId: string): boolean {
  const match = RFC.exec(taxId);
  if (match === null) return false;
  const [, year = '', month = '', day = ''] = match;
  // The century is not told; 20 and 19 differ only for 29 February 1900.
  return isDate(`20${year}-${month}-${day}`) || isDate(`19${year}-${month}-${day}`);
}
