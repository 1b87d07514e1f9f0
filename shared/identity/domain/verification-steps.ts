/** The steps of the verification page: one subject each. */
import type { UploadSlot } from './upload-slots';
import { DOCUMENT_KIND, type DraftField } from './verification-draft';
import type { VerificationKind } from './verification-link';

export const verificationSteps = {
  KYC: ['person', 'address', 'contact', 'document', 'sides', 'face', 'proof', 'review'],
  KYB: ['business', 'address', 'representative', 'document', 'sides', 'proof', 'review'],
} as const satisfies Readonly<Record<VerificationKind, readonly string[]>>;

export type VerificationStep = (typeof verificationSteps)[VerificationKind][number];

export type FormField = DraftField | typeof DOCUMENT_KIND;

/** What a step asks for. */
interface StepContent {
  readonly fields: readonly FormField[];
  readonly slots: readonly UploadSlot[];
}

const fieldsOnly = (...fields: StepContent['fields']): StepContent => ({ fields, slots: [] });
const slotsOnly = (...slots: readonly UploadSlot[]): StepContent => ({ fields: [], slots });

export const stepContents: Readonly<Record<VerificationStep, StepContent>> = {
  person: fieldsOnly('firstName', 'lastName', 'dateOfBirth', 'countryOfBirth', 'profession', 'economicActivity'),
  business: fieldsOnly('businessName', 'countryOfConstitution', 'taxId', 'economicActivity'),
  address: fieldsOnly('address.street', 'address.city', 'address.state', 'address.zipCode', 'address.country'),
  contact: fieldsOnly('phoneNumber', 'taxId'),
  representative: fieldsOnly('firstName', 'lastName', 'phoneNumber'),
  document: fieldsOnly(DOCUMENT_KIND),
  sides: slotsOnly('identityFront', 'identityBack'),
  face: slotsOnly('selfie'),
  proof: slotsOnly('addressProof'),
  review: fieldsOnly(),
};

/** The step of a name; `undefined` where the kind has none of it. */
export function findStep(kind: VerificationKind, name: string | null | undefined): VerificationStep | undefined {
  return stepsOf(kind).find((step) => step === name);
}

/** The steps of a kind in their order. */
export function stepsOf(kind: VerificationKind): readonly [VerificationStep, ...VerificationStep[]] {
  return verificationSteps[kind];
}

/** The step beside another one: 1 is the next, −1 the one before. The ends have themselves. */
export function stepBeside(kind: VerificationKind, step: VerificationStep, by: 1 | -1): VerificationStep {
  const steps = stepsOf(kind);
  return steps[steps.indexOf(step) + by] ?? step;
}

/** The later one of two steps. */
export function laterStep(kind: VerificationKind, one: VerificationStep, other: VerificationStep): VerificationStep {
  const steps = stepsOf(kind);
  return steps.indexOf(one) < steps.indexOf(other) ? other : one;
}
