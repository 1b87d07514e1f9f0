import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { closedLinkReply, reachableStep, stepReply } from '#shared/hosted-pages/verification/replies';
import { openVerificationSession } from '#shared/identity/sessions/open-verification-session';

/** Shows the step that a person has come to, or why the link cannot be used. */
export const handler = linkEndpoint('openVerificationPage', async ({ token, language, languageIn, step, nowMs }) => {
  const found = await openVerificationSession(token, nowMs);
  if (found.state !== 'open') return closedLinkReply(found, language);
  return stepReply(reachableStep(found, step, nowMs), found, { language: languageIn(found.session.country) });
});
