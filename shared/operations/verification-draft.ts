/** Whether what a person has entered on the verification page is enough, and right. */
import * as z from 'zod/mini';
import { identifyingFields } from '#shared/api/kyc-fields';
import { stage } from '#shared/config/environment';
import type { VerificationSession } from '#shared/data/verification-sessions';
import { type DraftField, draftFields, requiredFields, submissionOf } from '#shared/domain/kyc/draft';
import { type KycTemplate, kycTemplateOf, submissionFaults } from '#shared/domain/kyc/template';
import { slotRules, slotsOf, type UploadSlot } from '#shared/domain/kyc/upload-slots';

export type DraftFault = 'missing' | 'invalid';
export type DraftFaults = ReadonlyMap<DraftField, DraftFault>;

type Session = Pick<VerificationSession, 'kind' | 'country'>;

const submissionSchema = z.object(identifyingFields);

/** What has to be entered. */
export function askedFields(session: Session): readonly DraftField[] {
  return requiredFields(session.kind, templateOf(session).required);
}

/** The files that have to be there. */
export function askedSlots(session: Session): readonly UploadSlot[] {
  const { required } = templateOf(session);
  return slotsOf(session.kind).filter((slot) => required.includes(slotRules[slot].askedForBy ?? ''));
}

/** Everything wrong with a draft, in the order of the form; by the same rules as a partner's own submission. */
export function draftFaults(
  session: Session,
  draft: Readonly<Record<string, string>>,
  atMs: number,
): DraftFaults {
  const template = templateOf(session);
  const submission = submissionOf(session.kind, draft);
  const missing = askedFields(session).filter((field) => (draft[field] ?? '') === '');
  const malformed = submissionSchema
    .safeParse(submission)
    .error?.issues.map((issue) => issue.path.map(String).join('.'));
  const refused = submissionFaults({ ...template, required: [] }, session.country, submission, atMs);
  const invalid = new Set([...(malformed ?? []), ...refused.map(({ field }) => field)]);
  return new Map(
    draftFields[session.kind].flatMap((field): [DraftField, DraftFault][] => {
      if (missing.includes(field)) return [[field, 'missing']];
      return invalid.has(field) ? [[field, 'invalid']] : [];
    }),
  );
}

function templateOf({ kind, country }: Session): KycTemplate {
  const template = kycTemplateOf(stage(), country, kind === 'KYB' ? 'BUSINESS' : 'PERSON');
  if (template === undefined) throw new Error('The country of a link has lost its template');
  return template;
}
