/** Entries of a person on the verification page, as texts by field, and as a submission. */
import type { VerificationKind } from './verification-link';

const address = ['address.street', 'address.city', 'address.state', 'address.zipCode', 'address.country'] as const;

/** The fields of the form in their order. Of a business, the names are its representative's. */
export const draftFields = {
  KYC: [
    'firstName',
    'lastName',
    'dateOfBirth',
    'countryOfBirth',
    'profession',
    'economicActivity',
    ...address,
    'phoneNumber',
    'taxId',
  ],
  KYB: [
    'businessName',
    'countryOfConstitution',
    'taxId',
    'economicActivity',
    ...address,
    'firstName',
    'lastName',
    'phoneNumber',
  ],
} as const satisfies Readonly<Record<VerificationKind, readonly string[]>>;

export type DraftField = (typeof draftFields)[VerificationKind][number];

/** The name of the choice of a document; it is kept next to the fields of the form. */
export const DOCUMENT_KIND = 'documentKind';
export const documentKinds = ['NATIONAL_ID', 'PASSPORT', 'RESIDENCE_PERMIT'] as const;
export type DocumentKind = (typeof documentKinds)[number];

type Draft = Readonly<Record<string, string>>;

/** The kinds of documents that a submission names: a passport is a document of a government, too. */
const identityTypes: Readonly<Record<DocumentKind, string>> = {
  NATIONAL_ID: 'GOVERNMENT_ID',
  PASSPORT: 'GOVERNMENT_ID',
  RESIDENCE_PERMIT: 'RESIDENT_CARD',
};

/** The document that a person has chosen. */
export function documentKindOf(draft: Draft): DocumentKind | undefined {
  return documentKinds.find((kind) => kind === draft[DOCUMENT_KIND]);
}

/** The type of the document in a submission. */
export function identityTypeOf(draft: Draft): string | undefined {
  const kind = documentKindOf(draft);
  return kind && identityTypes[kind];
}

/** The inputs of a date of birth; each is kept as it was typed. */
export const birthInputs = ['dateOfBirth.day', 'dateOfBirth.month', 'dateOfBirth.year'] as const;

/** The names of a field's inputs. */
export function inputsOf(field: string): readonly string[] {
  return field === 'dateOfBirth' ? birthInputs : [field];
}

/** The text of a field; a date of birth as YYYY-MM-DD from its parts. Empty if nothing was entered. */
export function textOf(draft: Draft, field: string): string {
  if (field !== 'dateOfBirth') return draft[field] ?? '';
  const [day = '', month = '', year = ''] = birthInputs.map((input) => draft[input] ?? '');
  if (day === '' && month === '' && year === '') return '';
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The fields that a template's entries ask for. */
export function requiredFields(kind: VerificationKind, required: readonly string[]): readonly DraftField[] {
  const fields = new Set(
    required.flatMap((name) =>
      name === 'address' ? ['address.street', 'address.city', 'address.zipCode', 'address.country'] : [name],
    ),
  );
  return draftFields[kind].filter((field) => fields.has(field));
}

/**
 * A draft in the form of a partner's submission, without its files. Fields that were left out are not in it.
 * @param asked the fields that count. @default all
 */
export function toSubmission(
  kind: VerificationKind,
  draft: Draft,
  asked: readonly string[] = draftFields[kind],
): Record<string, unknown> {
  const submission: Record<string, unknown> = {};
  const place: Record<string, string> = {};
  for (const field of draftFields[kind]) {
    const value = textOf(draft, field);
    if (value === '' || !asked.includes(field)) continue;
    if (field.startsWith('address.')) place[field.slice('address.'.length)] = value;
    else submission[field] = value;
  }
  return Object.keys(place).length === 0 ? submission : { ...submission, address: place };
}
