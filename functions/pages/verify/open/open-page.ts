import type { PageOperation } from '#shared/http/page';
import { openVerification } from '#shared/operations/verification-page';
import { closedReply, reachableStep, stepReply } from '#shared/operations/verification-replies';

/** Shows the step that a person has come to, or why the link cannot be used. */
export const openPage: PageOperation = async ({ token, language, step, nowMs }) => {
  const found = await openVerification(token, nowMs);
  if (found.state !== 'open') return closedReply(found, language);
  return stepReply(reachableStep(found, step, nowMs), found, { language });
};
