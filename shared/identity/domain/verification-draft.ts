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

export const identityTypes = ['GOVERNMENT_ID', 'RESIDENT_CARD', 'TAX_ID'] as const;

/** Kept beside the fields of the form: it is chosen with the files. */
export const IDENTITY_TYPE = 'identityType';

/** The fields that a template's entries ask for. */
export function requiredFields(kind: VerificationKind, required: readonly string[]): readonly DraftField[] {
  const fields = new Set(
    required.flatMap((name) =>
      name === 'address' ? ['address.street', 'address.city', 'address.zipCode', 'address.country'] : [name],
    ),
  );
  return draftFields[kind].filter((field) => fields.has(field));
}

/** A draft in the form of a partner's submission, without its files. Fields that were left out are not in it. */
export function toSubmission(kind: VerificationKind, draft: Readonly<Record<string, string>>): Record<string, unknown> {
  const submission: Record<string, unknown> = {};
  const place: Record<string, string> = {};
  for (const field of draftFields[kind]) {
    const value = draft[field];
    if (value === undefined || value === '') continue;
    if (field.startsWith('address.')) place[field.slice('address.'.length)] = value;
    else submission[field] = value;
  }
  return Object.keys(place).length === 0 ? submission : { ...submission, address: place };
}
