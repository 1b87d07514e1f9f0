import { saveVerificationSession, type VerificationStep } from '#shared/data/verification-sessions';
import { draftFields, IDENTITY_TYPE, identityTypes } from '#shared/domain/kyc/draft';
import type { PageOperation, PageReply, PageRequest } from '#shared/http/page';
import { draftFaults } from '#shared/operations/verification-draft';
import { type OpenVerification, openVerification } from '#shared/operations/verification-page';
import { closedReply, missingSlots, reachableStep, stepReply } from '#shared/operations/verification-replies';
import { slotsAmong } from '#shared/operations/verification-uploads';
import { sendVerification } from './send-verification';

/** Takes a step of the verification page; every step that was taken leads to the next one by a redirect. */
export const submitStep: PageOperation = async (request) => {
  const found = await openVerification(request.token, request.nowMs);
  if (found.state !== 'open') return closedReply(found, request.language);
  switch (request.form.get('action')) {
    case 'data':
      return takeData(found, request);
    case 'files':
      return takeFiles(found, request);
    case 'send':
      return sendVerification(found, request);
    default:
      return { again: true, step: reachableStep(found, undefined, request.nowMs) };
  }
};

async function takeData(found: OpenVerification, { form, language, nowMs }: PageRequest): Promise<PageReply> {
  const { session } = found;
  const entered = Object.fromEntries(
    draftFields[session.kind].map((field) => [field, (form.get(field) ?? '').normalize('NFC').trim()]),
  );
  const faults = draftFaults(session, entered, nowMs);
  if (faults.size > 0)
    return stepReply('data', found, {
      language,
      refused: { draft: { entered: shownAgain(entered), faults } },
    });
  const draft = { ...session.draft, ...entered };
  return next(
    await saveVerificationSession(session, { draft, step: furthest(session.step, 'files') }),
    'files',
  );
}

async function takeFiles(found: OpenVerification, { form, language }: PageRequest): Promise<PageReply> {
  const { session } = found;
  const uploads = slotsAmong(session, form.getAll('uploaded'));
  const identityType = identityTypes.find((type) => type === form.get(IDENTITY_TYPE));
  const draft =
    identityType === undefined ? session.draft : { ...session.draft, [IDENTITY_TYPE]: identityType };
  const after = { ...session, uploads, draft };
  const missing = missingSlots(after);
  if (missing.length > 0) {
    const files = new Map(missing.map((slot) => [slot, 'missing'] as const));
    return stepReply('files', { session: after }, { language, refused: { files } });
  }
  return next(await saveVerificationSession(session, { uploads, draft, step: 'review' }), 'review');
}

/** Onward; where another window was faster, the page is shown as it now is. */
function next(saved: boolean, step: VerificationStep): PageReply {
  return saved ? { again: true, step } : { again: true };
}

function furthest(reached: VerificationStep, step: VerificationStep): VerificationStep {
  return reached === 'review' ? reached : step;
}

/** Longest text that is shown again; longer ones are no slips. */
const SHOWN_AGAIN = 1000;

function shownAgain(entered: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entered).map(([field, value]) => [field, value.slice(0, SHOWN_AGAIN)]),
  );
}
