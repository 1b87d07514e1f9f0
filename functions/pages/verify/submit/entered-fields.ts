/** Changes of a person in a form of the verification page. */
import { findCountryCode } from '#shared/identity/domain/country-names';
import { economicActivities, professions } from '#shared/identity/domain/occupations';
import { toE164 } from '#shared/identity/domain/phone-numbers';
import { DOCUMENT_KIND, documentKinds } from '#shared/identity/domain/verification-draft';
import type { VerificationKind } from '#shared/identity/domain/verification-link';
import { inputsOfStep, verificationSteps } from '#shared/identity/domain/verification-steps';
import type { VerificationSession } from '#shared/identity/sessions/repository';

type Texts = Readonly<Record<string, string>>;

/** Longest text that is kept, in characters: no field takes a longer one. */
const MAX_KEPT = 1000;

/**
 * Returns the fields that a person changed, compared with the form as it was shown. So a form that stayed open on one
 * device does not undo changes from another device. If the form does not contain the shown values, all fields count as
 * changed.
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

/** Fields that are chosen from a list: a person cannot enter other values. */
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
