/**
 * Handles the forms with which a person continues a verification on another device. The first device shows a code, and the second
 * device opens the code.
 */
import type { HostedPageReply, HostedPageRequest } from '#shared/hosted-pages/link-endpoint';
import { HANDOFF_STEP } from '#shared/hosted-pages/verification/handoff';
import { closedLinkReply } from '#shared/hosted-pages/verification/replies';
import { handedOffStep, handoffMark, handoffState } from '#shared/identity/domain/handoff';
import { findStep, type VerificationStep } from '#shared/identity/domain/verification-steps';
import {
  acceptHandoff,
  findFollowedSession,
  handoffCode,
  makeHandoff,
  type OpenVerificationSession,
  openHandoff,
  withdrawHandoff,
} from '#shared/identity/sessions/open-verification-session';
import type { SessionContent, VerificationSession } from '#shared/identity/sessions/repository';
import { isLinkToken } from '#shared/links/link-tokens';
import { normalizeId } from '#shared/values/ids';

/** Redirects to the page that shows the code for the second device. Creates a code if the session has no open code. */
export async function showHandoff(
  found: OpenVerificationSession,
  request: HostedPageRequest,
): Promise<HostedPageReply> {
  const step = findStep(found.session, request.form.get('step')) ?? found.session.step;
  if (found.handoffId !== undefined) return { again: true, step };
  const after = await makeHandoff(found, request, step);
  return after.state === 'open' ? { again: true, step: HANDOFF_STEP } : closedLinkReply(after, request.language);
}

/** Withdraws the open code and returns to the step where it was created. */
export async function endHandoff(found: OpenVerificationSession, request: HostedPageRequest): Promise<HostedPageReply> {
  const { session, handoffId } = found;
  if (handoffId === undefined && session.handoff !== undefined)
    await withdrawHandoff(handoffCode(request.token, session.handoff.id), request.nowMs);
  return { again: true, step: handedOffStep(session) };
}

/** Accepts or withdraws a code, as the person on the second device decides. Returns `undefined` for an unknown code. */
export async function decideHandoff({
  token: code,
  form,
  language,
  baseUrl,
  nowMs,
}: HostedPageRequest): Promise<HostedPageReply | undefined> {
  if ((await openHandoff(code, nowMs)) === undefined) return undefined;
  const action = form.get('action');
  const device = form.get('device') ?? '';
  if (action === 'decline') await withdrawHandoff(code, nowMs);
  const token = action === 'accept' && isLinkToken(device) ? await acceptHandoff(code, device, nowMs) : undefined;
  return token === undefined ? { again: true } : { location: `${baseUrl}/verify/${token}?lang=${language}` };
}

/** Returns the code's state to the first device. The form contains the session's ids, so a poll needs one read and no token. */
export async function followHandoff({ form, nowMs }: HostedPageRequest): Promise<HostedPageReply> {
  const [userId, linkId, handoffId] = ['user', 'link', 'handoff'].map((name) => normalizeId(form.get(name) ?? ''));
  if (userId === undefined || linkId === undefined || handoffId === undefined) return CLOSED;
  const session = await findFollowedSession({ userId, linkId, handoffId });
  if (session?.handoff === undefined) return CLOSED;
  const { handoff } = session;
  const isOn = handoffState(handoff, nowMs) === 'used' && handoff.finished !== undefined;
  const step = isOn ? handedOffStep(session) : HANDOFF_STEP;
  return { status: 200, json: { mark: handoffMark(handoff, nowMs), step } };
}

const CLOSED = { status: 410, json: { violation: 'closed' } };

/** Returns the session change that tells the first device of a completed step; `undefined` if the first device completed it. */
export function finishedThere(
  { handoffId }: OpenVerificationSession,
  { handoff }: VerificationSession,
  step: VerificationStep,
): Pick<SessionContent, 'handoff'> | undefined {
  return handoffId === undefined || handoff === undefined ? undefined : { handoff: { ...handoff, finished: step } };
}
