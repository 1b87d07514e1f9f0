/**
 * Hands the session of a verification link to another device by a code (docs/adr/008). A code is derived from the link's
 * token whenever it is shown, and opens nothing but a question; the other device gets a link of its own.
 */
import { createHmac } from 'node:crypto';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { canHandOff, handoffState, hasWaitingCode, newHandoff } from '#shared/identity/domain/handoff';
import type { VerificationStep } from '#shared/identity/domain/verification-steps';
import { findHandoffCode, newHandoffCode } from '#shared/identity/handoff/repository';
import { findLink, newLink } from '#shared/identity/links/repository';
import { newId } from '#shared/values/ids';
import {
  type OpenVerificationSession,
  openSession,
  openVerificationSession,
  type VerificationLinkState,
} from './open-verification-session';
import { changeHandoff, findVerificationSession, type VerificationSession } from './repository';

/** The link of the first device, at the instant of its request (epoch ms). */
interface FirstDevice {
  readonly token: string;
  readonly nowMs: number;
}

/** Returns the code of a hand-off: 256 bits, as base64url. It leads back to no token. */
export function handoffCode(token: string, handoffId: string): string {
  return createHmac('sha256', token).update(`handoff:${handoffId}`).digest('base64url');
}

/** Makes a code, which voids the one before and shuts its device out; one that waits stays. @throws WriteContention */
export async function makeHandoff(
  found: OpenVerificationSession,
  { token, nowMs }: FirstDevice,
  step: VerificationStep,
): Promise<VerificationLinkState> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 1 ? found : await openVerificationSession(token, nowMs);
    if (current.state !== 'open') return current;
    const { session } = current;
    if (hasWaitingCode(session, nowMs) || !canHandOff(session, nowMs)) return current;
    const handoff = newHandoff(session, { id: newId(nowMs), step, atMs: nowMs });
    const { userId, partnerId, kind, id: linkId } = session;
    const code = { handoffId: handoff.id, kind, linkId, userId, partnerId, expiresAtMs: handoff.expiresAtMs };
    const saved = await writeIfConditionsHold([
      changeHandoff(session, handoff),
      newHandoffCode(handoffCode(token, handoff.id), code),
    ]);
    return saved ? current : undefined;
  });
}

/** State of a code, and the session that a waiting one opens. */
export type HandoffCodeState =
  | { readonly state: 'waiting'; readonly session: VerificationSession; readonly handoffId: string }
  | { readonly state: 'used' | 'expired' | 'withdrawn'; readonly handoffId: string };

/** Looks up what a code opens at an instant; `undefined` for an unknown one. */
export async function openHandoff(code: string, atMs: number): Promise<HandoffCodeState | undefined> {
  const item = await findHandoffCode(code);
  if (item === undefined) return undefined;
  const { handoffId } = item;
  const found = await openSession({ ...item, spentAtMs: undefined }, atMs);
  if (found.state !== 'open') return { state: found.state, handoffId };
  const { session } = found;
  // A newer code takes the place of the one before.
  if (session.handoff?.id !== handoffId) return { state: 'withdrawn', handoffId };
  const state = handoffState(session.handoff, atMs);
  return state === 'waiting' ? { state, session, handoffId } : { state, handoffId };
}

/**
 * Returns the token of the second device's link: 256 bits, as base64url. The sender of a form cannot choose it, and the code
 * alone does not lead to it.
 */
function deviceToken(code: string, handoffId: string, device: string): string {
  return createHmac('sha256', code).update(`device:${handoffId}:${device}`).digest('base64url');
}

/**
 * Uses a code up: the device gets a separate link to the same session, in one write. A repeated Yes gets the same link.
 *
 * @param device the random text of the form that this device was shown, and no other
 * @returns the token of the link; `undefined` if the code is closed or another device has used it
 * @throws WriteContention
 */
export async function acceptHandoff(code: string, device: string, nowMs: number): Promise<string | undefined> {
  const accepted = await retryOnConflict(async () => {
    const found = await openHandoff(code, nowMs);
    if (found === undefined) return { token: undefined };
    const { handoffId } = found;
    const token = deviceToken(code, handoffId, device);
    if (found.state === 'used') return { token: (await findLink(token))?.handoffId === handoffId ? token : undefined };
    if (found.state !== 'waiting' || found.session.handoff === undefined) return { token: undefined };
    const { session } = found;
    const { userId, partnerId, kind, id: linkId, expiresAtMs } = session;
    const saved = await writeIfConditionsHold([
      changeHandoff(session, { ...found.session.handoff, answer: 'USED' }),
      newLink(token, { kind, linkId, userId, partnerId, personId: undefined, expiresAtMs, handoffId }),
    ]);
    return saved ? { token } : undefined;
  });
  return accepted.token;
}

/** Withdraws a code that waits; any other stays as it is. @throws WriteContention */
export async function withdrawHandoff(code: string, nowMs: number): Promise<void> {
  await retryOnConflict(async () => {
    const found = await openHandoff(code, nowMs);
    if (found?.state !== 'waiting' || found.session.handoff === undefined) return true;
    const withdrawn = changeHandoff(found.session, { ...found.session.handoff, answer: 'WITHDRAWN' });
    return (await writeIfConditionsHold([withdrawn])) || undefined;
  });
}

/**
 * Finds the session that a first device follows, by the ids that its page holds: one read of a key, and no token.
 * @returns `undefined` once there is nothing more to follow
 */
export async function findFollowedSession(ids: {
  readonly userId: string;
  readonly linkId: string;
  readonly handoffId: string;
}): Promise<VerificationSession | undefined> {
  const session = await findVerificationSession(ids.userId, ids.linkId);
  return session?.closedAtMs === undefined && session?.handoff?.id === ids.handoffId ? session : undefined;
}
