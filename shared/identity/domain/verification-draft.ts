/** Entries on the verification page, as texts by field, and their conversion to a submission. */
import type { VerificationKind } from './verification-link';

const address = ['address.street', 'address.city', 'address.state', 'address.zipCode', 'address.country'] as const;

/** Form fields in order. For a business, the names belong to its representative. */
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

/** Name of the draft entry that contains the selected kind of document. */
export const DOCUMENT_KIND = 'documentKind';
export const documentKinds = ['NATIONAL_ID', 'PASSPORT', 'RESIDENCE_PERMIT'] as const;
export type DocumentKind = (typeof documentKinds)[number];

type Draft = Readonly<Record<string, string>>;

/** Document types in a submission. A passport is also a government document. */
const identityTypes: Readonly<Record<DocumentKind, string>> = {
  NATIONAL_ID: 'GOVERNMENT_ID',
  PASSPORT: 'GOVERNMENT_ID',
  RESIDENCE_PERMIT: 'RESIDENT_CARD',
};

/** Returns the selected document. */
export function documentKindOf(draft: Draft): DocumentKind | undefined {
  return documentKinds.find((kind) => kind === draft[DOCUMENT_KIND]);
}

/** Returns the `identityType` that a submission contains for the selected kind of document. */
export function identityTypeOf(draft: Draft): string | undefined {
  const kind = documentKindOf(draft);
  return kind && identityTypes[kind];
}

/** Fields of a date of birth. Each is stored as the person entered it. */
export const birthInputs = ['dateOfBirth.day', 'dateOfBirth.month', 'dateOfBirth.year'] as const;

/** Returns the names of a field's inputs. */
export function inputsOf(field: string): readonly string[] {
  return field === 'dateOfBirth' ? birthInputs : [field];
}

/** Returns the text of a field; empty if nothing was entered. A date of birth has the format YYYY-MM-DD. */
export function textOf(draft: Draft, field: string): string {
  if (field !== 'dateOfBirth') return draft[field] ?? '';
  const [day = '', month = '', year = ''] = birthInputs.map((input) => draft[input] ?? '');
  if (day === '' && month === '' && year === '') return '';
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * Returns the form fields of a KYC template's required entries. The entry `address` requires four fields.
 * @param required names of the required entries
 */
export function requiredFields(kind: VerificationKind, required: readonly string[]): readonly DraftField[] {
  const fields = new Set(
    required.flatMap((name) =>
      name === 'address' ? ['address.street', 'address.city', 'address.zipCode', 'address.country'] : [name],
    ),
  );
  return draftFields[kind].filter((field) => fields.has(field));
}

/**
 * Converts a draft to a submission in the format of a partner's request. Omits empty fields and all files.
 * @param asked fields to include. @default all
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
