import type { HostedPageOperation, HostedPageReply, HostedPageRequest } from '#shared/hosted-pages/link-endpoint';
import { closedLinkReply, missingSlots, reachableStep, stepReply } from '#shared/hosted-pages/verification/replies';
import { changeSession } from '#shared/identity/sessions/change-session';
import {
  type OpenVerificationSession,
  openVerificationSession,
  type VerificationLinkState,
} from '#shared/identity/sessions/open-verification-session';
import type { VerificationSession, VerificationStep } from '#shared/identity/sessions/repository';
import { draftViolations } from '#shared/identity/sessions/validate-draft';
import { attachUpload } from './attach-upload';
import { changedFields, truncateForRedisplay, withChanges } from './entered-fields';
import { sendVerification } from './send-verification';

/** Takes a step of the verification page; every step that was taken leads to the next one by a redirect. */
export const submitVerificationPage: HostedPageOperation = async (asked) => {
  const found = await openVerificationSession(asked.token, asked.nowMs);
  const action = asked.form.get('action');
  if (found.state !== 'open') return closedReply(found, action, asked);
  const request = { ...asked, language: asked.languageIn(found.session.country) };
  switch (action) {
    case 'keep':
      return keepFields(found, request);
    case 'attach':
      return attachUpload(found, request);
    case 'language':
      return keepForLanguage(found, request);
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

/** Says that a link is closed: to the page's script in its form, to a person by a page. */
function closedReply(
  closed: Exclude<VerificationLinkState, OpenVerificationSession>,
  action: string | null,
  { language }: HostedPageRequest,
): HostedPageReply {
  if (action === 'keep' || action === 'attach') return { status: 410, json: { violation: 'closed' } };
  return closedLinkReply(closed, language);
}

/** Keeps fields as they were left, right or wrong: they are checked when the step is done. */
async function keepFields(found: OpenVerificationSession, request: HostedPageRequest): Promise<HostedPageReply> {
  const changed = changedFields(found.session.kind, request.form);
  const after = await changeSession(found, request, (session) => {
    const draft = withChanges(session, changed);
    return draft === session.draft ? undefined : { draft };
  });
  return after.state === 'open' ? { status: 200, json: { kept: true } } : closedReply(after, 'keep', request);
}

/** Keeps what was entered, and shows the same step in the language that the address names. */
async function keepForLanguage(found: OpenVerificationSession, request: HostedPageRequest): Promise<HostedPageReply> {
  await keepFields(found, request);
  return { again: true, step: request.step };
}

/** Keeps what was entered, also where some of it is wrong, and goes on where nothing is. */
async function takeData(found: OpenVerificationSession, request: HostedPageRequest): Promise<HostedPageReply> {
  const { form, language, nowMs } = request;
  const changed = changedFields(found.session.kind, form);
  const violationsOf = (session: VerificationSession) =>
    draftViolations(session, { ...session.draft, ...changed }, nowMs);
  const after = await changeSession(found, request, (session) => ({
    draft: withChanges(session, changed),
    ...(violationsOf(session).size === 0 ? { step: laterStep(session.step, 'files') } : {}),
  }));
  if (after.state !== 'open') return closedLinkReply(after, language);
  const violations = violationsOf(after.session);
  if (violations.size === 0) return { again: true, step: 'files' };
  const entered = truncateForRedisplay({ ...after.session.draft, ...changed });
  return stepReply('data', after, { language, refused: { draft: { entered, violations } } });
}

async function takeFiles(found: OpenVerificationSession, request: HostedPageRequest): Promise<HostedPageReply> {
  const { form, language } = request;
  const changed = changedFields(found.session.kind, form);
  const after = await changeSession(found, request, (session) => ({
    draft: withChanges(session, changed),
    ...(missingSlots(session).length === 0 ? { step: 'review' } : {}),
  }));
  if (after.state !== 'open') return closedLinkReply(after, language);
  const missing = missingSlots(after.session);
  if (missing.length === 0) return { again: true, step: 'review' };
  const files = new Map(missing.map((slot) => [slot, 'missing'] as const));
  return stepReply('files', after, { language, refused: { files } });
}

function laterStep(reached: VerificationStep, step: VerificationStep): VerificationStep {
  return reached === 'review' ? reached : step;
}
