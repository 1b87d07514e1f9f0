import type { HostedPageOperation, HostedPageReply, HostedPageRequest } from '#shared/hosted-pages/link-endpoint';
import { closedLinkReply, missingSlots, reachableStep, stepReply } from '#shared/hosted-pages/verification/replies';
import { selectSlots } from '#shared/hosted-pages/verification/uploads';
import { draftFields, IDENTITY_TYPE, identityTypes } from '#shared/identity/domain/verification-draft';
import {
  type OpenVerificationSession,
  openVerificationSession,
} from '#shared/identity/sessions/open-verification-session';
import { saveVerificationSession, type VerificationStep } from '#shared/identity/sessions/repository';
import { draftViolations } from '#shared/identity/sessions/validate-draft';
import { sendVerification } from './send-verification';

/** Takes a step of the verification page; every step that was taken leads to the next one by a redirect. */
export const submitVerificationPage: HostedPageOperation = async (request) => {
  const found = await openVerificationSession(request.token, request.nowMs);
  if (found.state !== 'open') return closedLinkReply(found, request.language);
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

async function takeData(
  found: OpenVerificationSession,
  { form, languageIn, nowMs }: HostedPageRequest,
): Promise<HostedPageReply> {
  const { session } = found;
  const entered = Object.fromEntries(
    draftFields[session.kind].map((field) => [field, (form.get(field) ?? '').normalize('NFC').trim()]),
  );
  const violations = draftViolations(session, entered, nowMs);
  if (violations.size > 0)
    return stepReply('data', found, {
      language: languageIn(session.country),
      refused: { draft: { entered: truncateForRedisplay(entered), violations } },
    });
  const draft = { ...session.draft, ...entered };
  return next(await saveVerificationSession(session, { draft, step: laterStep(session.step, 'files') }), 'files');
}

async function takeFiles(
  found: OpenVerificationSession,
  { form, languageIn }: HostedPageRequest,
): Promise<HostedPageReply> {
  const { session } = found;
  const uploads = selectSlots(session, form.getAll('uploaded'));
  const identityType = identityTypes.find((type) => type === form.get(IDENTITY_TYPE));
  const draft = identityType === undefined ? session.draft : { ...session.draft, [IDENTITY_TYPE]: identityType };
  const after = { ...session, uploads, draft };
  const missing = missingSlots(after);
  if (missing.length > 0) {
    const files = new Map(missing.map((slot) => [slot, 'missing'] as const));
    return stepReply('files', { session: after }, { language: languageIn(session.country), refused: { files } });
  }
  return next(await saveVerificationSession(session, { uploads, draft, step: 'review' }), 'review');
}

/** Redirects to the next step; after a change in another window the current page is shown. */
function next(saved: boolean, step: VerificationStep): HostedPageReply {
  return saved ? { again: true, step } : { again: true };
}

function laterStep(reached: VerificationStep, step: VerificationStep): VerificationStep {
  return reached === 'review' ? reached : step;
}

/** Longest text that is shown again; longer input is no typing mistake. */
const MAX_REDISPLAYED = 1000;

function truncateForRedisplay(entered: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(entered).map(([field, value]) => [field, value.slice(0, MAX_REDISPLAYED)]));
}
