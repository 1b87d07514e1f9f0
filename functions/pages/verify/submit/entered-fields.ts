/** Finds the fields that a person changed in a form of the verification page. */
import { findCountryCode } from '#shared/identity/domain/country-names';
import { economicActivities, professions } from '#shared/identity/domain/occupations';
import { toE164 } from '#shared/identity/domain/phone-numbers';
import { DOCUMENT_KIND, documentKinds } from '#shared/identity/domain/verification-draft';
import type { VerificationKind } from '#shared/identity/domain/verification-link';
import { inputsOfStep, verificationSteps } from '#shared/identity/domain/verification-steps';
import type { VerificationSession } from '#shared/identity/sessions/repository';

type Texts = Readonly<Record<string, string>>;

/** Maximum stored length of an input in characters: no field accepts more. */
const MAX_KEPT = 1000;

/**
 * Returns the fields whose values differ from the values that the page showed (docs/adr/021). If the form does not contain the
 * shown values, all fields count as changed.
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

/** Fields with a list of choices: the page allows no other values. */
const choices: Readonly<Record<string, (value: string) => boolean>> = {
  profession: (value) => professions.some((one) => one === value),
  economicActivity: (value) => economicActivities.some((one) => one === value),
  countryOfBirth: (value) => findCountryCode(value) !== undefined,
  countryOfConstitution: (value) => findCountryCode(value) !== undefined,
  [DOCUMENT_KIND]: (value) => documentKinds.some((one) => one === value),
};

const canBeKept = (field: string, value: string) =>
  value === '' || (value.length <= MAX_KEPT && choices[field]?.(value) !== false);

/** Returns the draft with changed fields; the same object if no value changes. */
export function withChanges({ draft }: Pick<VerificationSession, 'draft'>, changed: Texts): Texts {
  const others = Object.entries(changed).filter(
    ([field, value]) => canBeKept(field, value) && value !== (draft[field] ?? ''),
  );
  return others.length === 0 ? draft : { ...draft, ...Object.fromEntries(others) };
}

/**
 * Truncates each field to `MAX_KEPT` characters before the page shows it again. Longer input is no typing mistake, so the person
 * does not need all of it for a correction.
 */
export function truncateForRedisplay(entered: Texts): Texts {
  return Object.fromEntries(Object.entries(entered).map(([field, value]) => [field, value.slice(0, MAX_KEPT)]));
}

/**
 * Returns the fields with the phone number in E.164 format. A number without a country code gets the code of the link's country.
 */
export function withFullNumber(changed: Texts, country: string): Texts {
  const { phoneNumber } = changed;
  return phoneNumber === undefined ? changed : { ...changed, phoneNumber: toE164(phoneNumber, country) };
}

/** Reads the values that the page showed, by field. The submitted form contains these values. */
function readShown(text: string | null): Readonly<Record<string, unknown>> | undefined {
  if (text === null) return undefined;
  try {
    const shown: unknown = JSON.parse(text);
    return typeof shown === 'object' && shown !== null ? { ...shown } : undefined;
  } catch {
    return undefined;
  }
}
