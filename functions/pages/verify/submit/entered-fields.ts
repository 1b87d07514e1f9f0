/** Changes of a person in a form of the verification page. */
import { findCountryCode } from '#shared/identity/domain/country-names';
import { economicActivities } from '#shared/identity/domain/economic-activities';
import { professions } from '#shared/identity/domain/professions';
import { DOCUMENT_KIND, documentKinds } from '#shared/identity/domain/verification-draft';
import type { VerificationKind } from '#shared/identity/domain/verification-link';
import { inputsOfStep, verificationSteps } from '#shared/identity/domain/verification-steps';
import type { VerificationSession } from '#shared/identity/sessions/repository';

// Telephone numbers as people write them.

/** Country codes (ITU-T E.164) of the countries that verifications are offered in. */
const callingCodes: Readonly<Record<string, string>> = {
  ...{ MX: '52', DO: '1', US: '1', AD: '376', AL: '355', AT: '43', BE: '32', BG: '359', CH: '41', CY: '357' },
  ...{ CZ: '420', DE: '49', DK: '45', EE: '372', ES: '34', FI: '358', FR: '33', GB: '44', GI: '350', GR: '30' },
  ...{ HR: '385', HU: '36', IE: '353', IS: '354', IT: '39', LI: '423', LT: '370', LU: '352', LV: '371', MC: '377' },
  ...{ MD: '373', ME: '382', MK: '389', MT: '356', NL: '31', NO: '47', PL: '48', PT: '351', RO: '40', RS: '381' },
  ...{ SE: '46', SI: '386', SK: '421', SM: '378', VA: '39' },
};

/** Countries whose subscribers' own numbers may begin with 0. */
const keepsZero = ['IT', 'SM', 'VA'];

/**
 * A number without signs and with its country's code, which is that of a country where the number itself has none. What is
 * no number stays as it is, and is refused where numbers are checked.
 */
export function toE164(text: string, country: string): string {
  const digits = text.replace(/[\s().\-/]/g, '');
  if (/^\+\d+$/.test(digits)) return digits;
  if (/^00\d+$/.test(digits)) return `+${digits.slice(2)}`;
  const code = callingCodes[country];
  if (code === undefined || !/^\d+$/.test(digits)) return text;
  return `+${code}${keepsZero.includes(country) ? digits : digits.replace(/^0/, '')}`;
}

type Texts = Readonly<Record<string, string>>;

/** Longest text that is kept, in characters: no field takes a longer one. */
const MAX_KEPT = 1000;

/**
 * Returns the fields that a person changed, against what the form was shown with: a form that stayed open on one device
 * does not undo what was entered on another. A form that does not say what it was shown with counts whole.
 */
export function changedFields(kind: VerificationKind, form: URLSearchParams): Texts {
  const shown = readShown(form.get('shown'));
  return Object.fromEntries(
    verificationSteps[kind].flatMap(inputsOfStep).flatMap((field) => {
      const value = form.get(field)?.normalize('NFC').trim();
      const isAsShown = shown !== undefined && value === (shown[field] ?? '');
      return value === undefined || isAsShown ? [] : [[field, value]];
    }),
  );
}

/** Fields that are chosen from a list: what does not stand in it was not entered by a person. */
const choices: Readonly<Record<string, (value: string) => boolean>> = {
  profession: (value) => professions.some((one) => one === value),
  economicActivity: (value) => economicActivities.some((one) => one === value),
  countryOfBirth: (value) => findCountryCode(value) !== undefined,
  countryOfConstitution: (value) => findCountryCode(value) !== undefined,
  [DOCUMENT_KIND]: (value) => documentKinds.some((one) => one === value),
};

const canBeKept = (field: string, value: string) =>
  value === '' || (value.length <= MAX_KEPT && choices[field]?.(value) !== false);

/** Returns a draft with changed fields; the same one where nothing of it is another. */
export function withChanges({ draft }: Pick<VerificationSession, 'draft'>, changed: Texts): Texts {
  const others = Object.entries(changed).filter(
    ([field, value]) => canBeKept(field, value) && value !== (draft[field] ?? ''),
  );
  return others.length === 0 ? draft : { ...draft, ...Object.fromEntries(others) };
}

/** Returns fields that are short enough to be shown again; longer input is no typing mistake. */
export function truncateForRedisplay(entered: Texts): Texts {
  return Object.fromEntries(Object.entries(entered).map(([field, value]) => [field, value.slice(0, MAX_KEPT)]));
}

/** Returns fields with a telephone number as ITU-T E.164 writes it: without signs, with the code of the link's country. */
export function withFullNumber(changed: Texts, country: string): Texts {
  const { phoneNumber } = changed;
  return phoneNumber === undefined ? changed : { ...changed, phoneNumber: toE164(phoneNumber, country) };
}

/** The texts of a form as it was shown, by field, as the form itself says. */
function readShown(text: string | null): Readonly<Record<string, unknown>> | undefined {
  if (text === null) return undefined;
  try {
    const shown: unknown = JSON.parse(text);
    return typeof shown === 'object' && shown !== null ? { ...shown } : undefined;
  } catch {
    return undefined;
  }
}
