/** Steps of the verification page, each about one subject. */
import { ownerInputs } from './entered-owners';
import { type RefusalReason, refusedSubjects } from './refusal-reasons';
import { slotsFor, type UploadSlot } from './upload-slots';
import { DOCUMENT_KIND, type DraftField, documentKindOf, inputsOf } from './verification-draft';
import type { VerificationKind } from './verification-link';

export const verificationSteps = {
  KYC: ['person', 'address', 'contact', 'document', 'sides', 'face', 'proof', 'review'],
  KYB: ['business', 'address', 'representative', 'owners', 'document', 'sides', 'proof', 'review'],
} as const satisfies Readonly<Record<VerificationKind, readonly string[]>>;

export type VerificationStep = (typeof verificationSteps)[VerificationKind][number];

export type FormField = DraftField | typeof DOCUMENT_KIND;

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
  /** No fields here: the inputs of this step are `ownerInputs`. */
  owners: fieldsOnly(),
  document: fieldsOnly(DOCUMENT_KIND),
  sides: slotsOnly('identityFront', 'identityBack'),
  face: slotsOnly('selfie'),
  proof: slotsOnly('addressProof'),
  review: fieldsOnly(),
};

/** Returns the names of a step's inputs. */
export function inputsOfStep(step: VerificationStep): readonly string[] {
  return step === 'owners' ? ownerInputs : stepContents[step].fields.flatMap(inputsOf);
}

/** A rejected verification, and the reasons why items must be entered again. */
export interface Resubmission {
  readonly verificationId: string;
  readonly reasons: readonly RefusalReason[];
}

/** Data that determines the steps of a link. */
export interface StepPlan {
  readonly kind: VerificationKind;
  /** Absent if the page asks for everything. */
  readonly resubmission?: Resubmission | undefined;
}

const stepsOfReason: Readonly<Record<RefusalReason, readonly VerificationStep[]>> = refusedSubjects;

/** Returns the reasons why a step must be repeated. */
export function reasonsFor(step: VerificationStep, { resubmission }: StepPlan): readonly RefusalReason[] {
  return (resubmission?.reasons ?? []).filter((reason) => stepsOfReason[reason].includes(step));
}

/** Returns the steps of a link in order; the last step is the review. */
export function stepsOf(plan: StepPlan): readonly VerificationStep[] {
  const steps: readonly VerificationStep[] = verificationSteps[plan.kind];
  if (plan.resubmission === undefined) return steps;
  return steps.filter((step) => step === 'review' || reasonsFor(step, plan).length > 0);
}

/** Returns the first step. */
export function firstStep(plan: StepPlan): VerificationStep {
  return stepsOf(plan)[0] ?? 'review';
}

/** Finds a step by name; `undefined` if the link does not have the step. */
export function findStep(plan: StepPlan, name: string | null | undefined): VerificationStep | undefined {
  return stepsOf(plan).find((step) => step === name);
}

/** Returns the next step (`by` is 1) or the previous step (`by` is −1); the same step if there is no such step. */
export function stepBeside(plan: StepPlan, step: VerificationStep, by: 1 | -1): VerificationStep {
  const steps = stepsOf(plan);
  return steps[steps.indexOf(step) + by] ?? step;
}

/** Returns the later of two steps. */
export function laterStep(plan: StepPlan, one: VerificationStep, other: VerificationStep): VerificationStep {
  const steps = stepsOf(plan);
  return steps.indexOf(one) < steps.indexOf(other) ? other : one;
}

/** Returns the form fields of all steps of a link. */
export function fieldsOf(plan: StepPlan): readonly FormField[] {
  return stepsOf(plan).flatMap((step) => stepContents[step].fields);
}

/** Returns the file slots of a link, depending on the selected document. */
export function slotsOf(plan: StepPlan, draft: Readonly<Record<string, string>>): readonly UploadSlot[] {
  const asked = stepsOf(plan).flatMap((step) => stepContents[step].slots);
  return slotsFor(plan.kind, documentKindOf(draft)).filter((slot) => asked.includes(slot));
}
