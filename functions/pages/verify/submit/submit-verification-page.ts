import type { HostedPageOperation, HostedPageReply, HostedPageRequest } from '#shared/hosted-pages/link-endpoint';
import { closedLinkReply, reachableStep, stepReply } from '#shared/hosted-pages/verification/replies';
import { findStep, laterStep, stepBeside } from '#shared/identity/domain/verification-steps';
import {
  changeSession,
  type OpenVerificationSession,
  openVerificationSession,
  type VerificationLinkState,
} from '#shared/identity/sessions/open-verification-session';
import type { VerificationSession } from '#shared/identity/sessions/repository';
import { missingSlots, stepViolations } from '#shared/identity/sessions/validate-draft';
import { attachUpload } from './attach-upload';
import { changedFields, truncateForRedisplay, withChanges, withFullNumber } from './entered-fields';
import { decideHandoff, endHandoff, finishedThere, followHandoff, showHandoff } from './hand-off';
import { sendVerification, takeOwners } from './send-verification';

/** Handles a form of the verification page. A completed step redirects to the next step. */
export const submitVerificationPage: HostedPageOperation = async (asked) => {
  const action = asked.form.get('action');
  if (action === 'follow') return followHandoff(asked);
  const found = await openVerificationSession(asked.token, asked.nowMs);
  if (found.state === 'unknown') return (await decideHandoff(asked)) ?? closedReply(found, action, asked);
  if (found.state !== 'open') return closedReply(found, action, asked);
  const request = { ...asked, language: asked.languageIn(found.session.country) };
  switch (action) {
    case 'keep':
      return keepFields(found, request);
    case 'attach':
      return attachUpload(found, request);
    case 'language':
      return keepForLanguage(found, request);
    case 'next':
      return takeStep(found, request);
    case 'handoff':
      return showHandoff(found, request);
    case 'stay':
      return endHandoff(found, request);
    case 'send':
      return sendVerification(found, request);
    default:
      return { again: true, step: reachableStep(found, undefined, request.nowMs) };
  }
};

/** Returns the response for a closed link: JSON for the page's script, a page for a person. */
function closedReply(
  closed: Exclude<VerificationLinkState, OpenVerificationSession>,
  action: string | null,
  { language }: HostedPageRequest,
): HostedPageReply {
  if (action === 'keep' || action === 'attach') return { status: 410, json: { violation: 'closed' } };
  return closedLinkReply(closed, language);
}

/** Saves fields without validation. The form that completes a step validates them. */
async function keepFields(found: OpenVerificationSession, request: HostedPageRequest): Promise<HostedPageReply> {
  const changed = changedFields(found.session.kind, request.form);
  const after = await changeSession(found, request, (session) => {
    // A page that closes sends the telephone number as entered. If a step has already stored the same number with its country
    // code, the stored number remains.
    const full = withFullNumber(changed, session.country);
    const draft = withChanges(session, full.phoneNumber === session.draft.phoneNumber ? full : changed);
    return draft === session.draft ? undefined : { draft };
  });
  return after.state === 'open' ? { status: 200, json: { kept: true } } : closedReply(after, 'keep', request);
}

/** Saves the input, and shows the same step in the language of the URL. */
async function keepForLanguage(found: OpenVerificationSession, request: HostedPageRequest): Promise<HostedPageReply> {
  await keepFields(found, request);
  return { again: true, step: request.step };
}

/** Saves the input even if it contains errors. Continues to the next step if there are no errors. */
async function takeStep(found: OpenVerificationSession, request: HostedPageRequest): Promise<HostedPageReply> {
  const { form, language, nowMs } = request;
  const { kind, country } = found.session;
  const step = findStep(found.session, form.get('step'));
  if (step === undefined) return { again: true, step: reachableStep(found, undefined, nowMs) };
  if (step === 'owners') return takeOwners(found, request);
  const changed = withFullNumber(changedFields(kind, form), country);
  const next = stepBeside(found.session, step, 1);
  const check = (session: VerificationSession) => ({
    violations: stepViolations(session, step, { ...session.draft, ...changed }, nowMs),
    missing: missingSlots(session, step),
  });
  const isDone = ({ violations, missing }: ReturnType<typeof check>) => violations.size === 0 && missing.length === 0;
  const after = await changeSession(found, request, (session) => ({
    draft: withChanges(session, changed),
    ...(isDone(check(session))
      ? { step: laterStep(session, session.step, next), ...finishedThere(found, session, step) }
      : {}),
  }));
  if (after.state !== 'open') return closedLinkReply(after, language);
  const { violations, missing } = check(after.session);
  if (isDone({ violations, missing })) return { again: true, step: next };
  const entered = truncateForRedisplay({ ...after.session.draft, ...changed });
  const files = new Map(missing.map((slot) => [slot, 'missing'] as const));
  return stepReply(step, after, { language, nowMs, refused: { draft: { entered, violations }, files } });
}
