import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { closedLinkReply, reachableStep, stepReply } from '#shared/hosted-pages/verification/replies';
import { openVerificationSession } from '#shared/identity/sessions/open-verification-session';
import { recordOpening } from '#shared/identity/sessions/record-opening';

/** Shows the step that a person has come to, or why the link cannot be used. The first time is reported to the partner. */
export const handler = linkEndpoint('openVerificationPage', async (request) => {
  const { token, language, languageIn, step, nowMs, isPrefetch } = request;
  const found = await openVerificationSession(token, nowMs);
  const opened = found.state === 'open' && !isPrefetch ? await recordOpening(found, request) : found;
  if (opened.state !== 'open') return closedLinkReply(opened, language);
  return stepReply(reachableStep(opened, step, nowMs), opened, { language: languageIn(opened.session.country) });
});
