/** Defines the input control and the displayed value of each field of the verification page. */

import { countryCodes, findCountryCode } from '#shared/identity/domain/country-names';
import { economicActivities, professions } from '#shared/identity/domain/occupations';
import type { DraftField } from '#shared/identity/domain/verification-draft';
import type { Language } from '#shared/values/languages';
import activityNames from './activities.json';
import verificationTexts from './texts.json';

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Text input. With the `autocomplete` token, the browser can fill in known values (WCAG 1.3.5). */
interface TextControl {
  readonly type: 'text' | 'tel';
  readonly autocomplete: string;
}

interface ChoiceControl {
  /** @param stored current value; offered even if new users can no longer select the value */
  readonly options: (language: Language, stored: string) => readonly Option[];
  readonly autocomplete: string;
}

const text = (autocomplete: string): TextControl => ({ type: 'text', autocomplete });

export const controls: Readonly<Record<Exclude<DraftField, 'dateOfBirth'>, TextControl | ChoiceControl>> = {
  firstName: text('given-name'),
  lastName: text('family-name'),
  countryOfBirth: { options: countries, autocomplete: 'off' },
  profession: { options: occupations, autocomplete: 'off' },
  economicActivity: { options: activities, autocomplete: 'off' },
  'address.street': text('address-line1'),
  'address.city': text('address-level2'),
  'address.state': text('address-level1'),
  'address.zipCode': text('postal-code'),
  'address.country': { options: countries, autocomplete: 'country' },
  phoneNumber: { type: 'tel', autocomplete: 'tel' },
  taxId: text('off'),
  businessName: text('organization'),
  countryOfConstitution: { options: countries, autocomplete: 'off' },
};

/** Formats a stored value for people, for example the name of a country code. */
export function formatFieldValue(field: DraftField, value: string, language: Language): string {
  if (field === 'dateOfBirth') return formatDateValue(value, language);
  const control = controls[field];
  if (!('options' in control)) return value;
  const code = isCountry(field) ? (findCountryCode(value) ?? value) : value;
  return control.options(language, code).find((option) => option.value === code)?.label ?? value;
}

/** Returns true if the input of the field is the list of countries. */
export function isCountry(field: Exclude<DraftField, 'dateOfBirth'>): boolean {
  const control = controls[field];
  return 'options' in control && control.options === countries;
}

/** Formats a date. Invalid dates, which the sandbox allows, remain unchanged. */
function formatDateValue(value: string, language: Language): string {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(atMs)) return value;
  return new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'long' }).format(atMs);
}

function countries(language: Language): readonly Option[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const options = countryCodes.map((code) => ({ value: code, label: names.of(code) ?? code }));
  return sorted(options, language);
}

/** Titles that the API's specification lists as professions. The page offers a title only if the title is already stored. */
const formsOfAddress = ['MR', 'MRS'];

function occupations(language: Language, stored: string): readonly Option[] {
  const names = verificationTexts[language].professions;
  const offered = professions.filter((value) => value === stored || !formsOfAddress.includes(value));
  return sorted(
    offered.map((value) => ({ value, label: names[value] })),
    language,
  );
}

function activities(language: Language): readonly Option[] {
  const options = economicActivities.map((value) => ({ value, label: activityNames[value][language] }));
  return sorted(options, language);
}

function sorted(options: readonly Option[], language: Language): readonly Option[] {
  const { compare } = new Intl.Collator(language);
  return [...options].sort((one, other) => compare(one.label, other.label));
}
