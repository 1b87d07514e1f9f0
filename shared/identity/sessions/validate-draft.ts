/** Checks that the entries on the verification page are complete and valid. */
import * as z from 'zod/mini';
import { type KycTemplate, kycTemplateFor, submissionViolations } from '#shared/identity/domain/kyc-template';
import { slotRules, type UploadSlot } from '#shared/identity/domain/upload-slots';
import {
  DOCUMENT_KIND,
  type DraftField,
  draftFields,
  identityTypeOf,
  requiredFields,
  textOf,
  toSubmission,
} from '#shared/identity/domain/verification-draft';
import {
  type FormField,
  fieldsOf,
  type StepPlan,
  slotsOf,
  stepContents,
  type VerificationStep,
} from '#shared/identity/domain/verification-steps';
import { identifyingFields } from '#shared/identity/person-fields';
import { stage } from '#shared/platform/config/environment';
import { isValidUnicode } from '#shared/values/unicode';
import type { VerificationSession } from './repository';

export type DraftViolation = 'missing' | 'invalid';
export type DraftViolations = ReadonlyMap<FormField, DraftViolation>;

type Session = StepPlan & Pick<VerificationSession, 'country'>;
type Draft = Readonly<Record<string, string>>;

const submissionSchema = z.object(identifyingFields);

/** Returns the required fields. */
export function requiredDraftFields(session: Session): readonly DraftField[] {
  const asked = fieldsOf(session);
  return requiredFields(session.kind, templateForSession(session).required).filter((field) => asked.includes(field));
}

/** Returns the required file slots. */
export function requiredSlots(session: Session): readonly UploadSlot[] {
  const { required } = templateForSession(session);
  return slotsOf(session, {}).filter((slot) => required.includes(slotRules[slot].requiredBy ?? ''));
}

/** Returns the required file slots of a step that have no attached file. */
export function missingSlots(
  session: Session & Pick<VerificationSession, 'files'>,
  step: VerificationStep,
): readonly UploadSlot[] {
  return requiredSlots(session)
    .filter((slot) => stepContents[step].slots.includes(slot))
    .filter((slot) => !session.files.some((file) => file.slot === slot));
}

/** Returns the errors of a step's fields. If the verification requires an identity document, the person must select its type. */
export function stepViolations(session: Session, step: VerificationStep, draft: Draft, atMs: number): DraftViolations {
  const { fields } = stepContents[step];
  const wrong = [...draftViolations(session, draft, atMs)].filter(([field]) => fields.includes(field));
  const isDocumentMissing =
    fields.includes(DOCUMENT_KIND) &&
    identityTypeOf(draft) === undefined &&
    requiredSlots(session).includes('identityFront');
  return new Map([...wrong, ...(isDocumentMissing ? [[DOCUMENT_KIND, 'missing'] as const] : [])]);
}

/** Returns all errors of a draft in form order. The same rules apply as to a submission by a partner. */
export function draftViolations(session: Session, draft: Draft, atMs: number): ReadonlyMap<DraftField, DraftViolation> {
  const template = templateForSession(session);
  const submission = toSubmission(session.kind, draft);
  const missing = requiredDraftFields(session).filter((field) => textOf(draft, field) === '');
  const malformed = submissionSchema
    .safeParse(submission)
    .error?.issues.map((issue) => issue.path.map(String).join('.'));
  const refused = submissionViolations({ ...template, required: [] }, session.country, submission, atMs);
  const invalid = new Set([...(malformed ?? []), ...refused.map(({ field }) => field)]);
  return new Map(
    draftFields[session.kind].flatMap((field): [DraftField, DraftViolation][] => {
      if (missing.includes(field)) return [[field, 'missing']];
      return invalid.has(field) || !isValidUnicode(textOf(draft, field)) ? [[field, 'invalid']] : [];
    }),
  );
}

function templateForSession({ kind, country }: Session): KycTemplate {
  const template = kycTemplateFor(stage(), country, kind === 'KYB' ? 'BUSINESS' : 'INDIVIDUAL');
  if (template === undefined) throw new Error('The country of a link has lost its template');
  return template;
}
