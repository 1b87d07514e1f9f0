import { type HostedPageOperation, type HostedPageReply, linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { findVerificationRequester } from '#shared/hosted-pages/page-branding';
import { closedHandoffPage, HANDOFF_STEP, handoffQuestion } from '#shared/hosted-pages/verification/handoff';
import { closedLinkReply, reachableStep, stepReply } from '#shared/hosted-pages/verification/replies';
import { handoffPage } from '#shared/hosted-pages/verification/step-page';
import { handedOffStep } from '#shared/identity/domain/handoff';
import {
  openHandoff,
  openVerificationSession,
  recordOpening,
} from '#shared/identity/sessions/open-verification-session';
import type { Language } from '#shared/values/languages';

/** Shows the current verification step, or the reason why the link cannot be used. Notifies the partner of the first visit. */
const openPage: HostedPageOperation = async (request) => {
  const { token, language, languageIn, step, baseUrl, nowMs, isPrefetch } = request;
  const read = await openVerificationSession(token, nowMs);
  if (read.state === 'unknown') return codeReply(token, language, nowMs);
  const found = read.state === 'open' && !isPrefetch ? await recordOpening(read, request) : read;
  if (found.state !== 'open') return closedLinkReply(found, language);
  const view = { language: languageIn(found.session.country), nowMs };
  if (step === HANDOFF_STEP && found.handoffId === undefined && found.session.handoff !== undefined)
    return handoffPage(found.session, { ...view, token, baseUrl });
  // A second device starts at the verification step where the first device created the handoff code.
  const wanted = step ?? (found.handoffId === undefined ? undefined : handedOffStep(found.session));
  return stepReply(reachableStep(found, wanted, nowMs), found, view);
};

/** Returns the page for a device that opened the code shown by the first device. */
async function codeReply(code: string, language: Language, nowMs: number): Promise<HostedPageReply> {
  const found = await openHandoff(code, nowMs);
  if (found === undefined) return closedLinkReply({ state: 'unknown' }, language);
  return found.state === 'waiting' ? handoffQuestion(language) : closedHandoffPage(found.state, language);
}

export const handler = linkEndpoint('openVerificationPage', openPage, findVerificationRequester);
