/** Opens the session of a verification link. */

import { createHmac } from 'node:crypto';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { canHandOff, handoffState, hasWaitingCode, newHandoff } from '#shared/identity/domain/handoff';
import { findOpenLink } from '#shared/identity/domain/verification-link';
import type { VerificationStep } from '#shared/identity/domain/verification-steps';
import { findHandoffCode, findLink, type Link, newHandoffCode, newLink } from '#shared/links/repository';
import { type User, withNextVersion } from '#shared/users/domain/user';
import { findUser, userWrites } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import { notificationWrites, readRecipients } from '#shared/webhooks/repository';
import { endEventFor, linkNotification } from './link-events';
import {
  changeHandoff,
  endingWrite,
  findVerificationSession,
  openingWrite,
  type SessionContent,
  saveVerificationSession,
  type VerificationSession,
} from './repository';

/** A usable link, with its user and the input so far. */
export interface OpenVerificationSession {
  readonly state: 'open';
  readonly user: User;
  readonly session: VerificationSession;
  /** The hand-off through which the device got its link; absent on the device that opened the original link. */
  readonly handoffId?: string | undefined;
}

export type VerificationLinkState =
  | OpenVerificationSession
  /** The verification was submitted. `redirectUri` is where the person continues, if it is known. */
  | { readonly state: 'used'; readonly redirectUri: string | undefined }
  | { readonly state: 'expired' | 'withdrawn' }
  | { readonly state: 'unknown' };

/** Finds the session of a link at an instant. A second device is shut out after another code was made. */
export async function openVerificationSession(token: string, atMs: number): Promise<VerificationLinkState> {
  const link = await findLink(token);
  if (link === undefined || link.kind === 'DECLARATION') return { state: 'unknown' };
  const found = await openSession(link, atMs);
  if (found.state !== 'open' || link.handoffId === undefined) return found;
  return found.session.handoff?.id === link.handoffId
    ? { ...found, handoffId: link.handoffId }
    : { state: 'withdrawn' };
}

/** Opens the session that a link or a code is for. */
export async function openSession(
  { userId, linkId, expiresAtMs, spentAtMs }: Pick<Link, 'userId' | 'linkId' | 'expiresAtMs' | 'spentAtMs'>,
  atMs: number,
): Promise<Exclude<VerificationLinkState, { readonly state: 'unknown' }>> {
  const [user, session] = await Promise.all([findUser(userId), findVerificationSession(userId, linkId)]);
  // The session may have been closed between the two reads: later input would outlive the submission.
  if (spentAtMs !== undefined || session?.closedAtMs !== undefined)
    return { state: 'used', redirectUri: session?.redirectUri };
  // One of two links of a session is not spent by the other; the verification has the id of its session.
  if (session === undefined && user?.verificationId === linkId) return { state: 'used', redirectUri: undefined };
  if (expiresAtMs <= atMs || session === undefined || session.endedAtMs !== undefined) return { state: 'expired' };
  if (user !== undefined && findOpenLink(user, atMs)?.id === linkId) return { state: 'open', user, session };
  // It may have been used between the two reads, and then it is not the user who has let it go.
  const isClosed = (await findVerificationSession(userId, linkId))?.closedAtMs !== undefined;
  return isClosed ? { state: 'used', redirectUri: session.redirectUri } : { state: 'withdrawn' };
}

/**
 * Changes what was entered, on top of what other devices entered since then: nothing of theirs is lost, and a link
 * that was used, expired or replaced since then takes nothing.
 *
 * @param found the session as the request has read it
 * @param change what is to be written over a session; `undefined` if it is so already
 * @returns the session after it, or why the link cannot be used any more
 * @throws WriteContention
 */
export async function changeSession(
  found: OpenVerificationSession,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
  change: (session: VerificationSession) => Partial<SessionContent> | undefined,
): Promise<VerificationLinkState> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 1 ? found : await openVerificationSession(token, nowMs);
    if (current.state !== 'open') return current;
    const changes = change(current.session);
    if (changes === undefined) return current;
    const session = await saveVerificationSession(current.session, changes);
    return session && { ...current, session };
  });
}

/**
 * Notes that a person has opened a link, and notifies the partner, in one write: the first time, and never again.
 *
 * @param found the session as the request has read it
 * @returns the session after it, or why the link cannot be used any more
 * @throws WriteContention
 */
export async function recordOpening(
  found: OpenVerificationSession,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): Promise<VerificationLinkState> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 1 ? found : await openVerificationSession(token, nowMs);
    if (current.state !== 'open') return current;
    const { user: before, session } = current;
    if (session.openedAtMs !== undefined) return current;
    const user = withNextVersion(before, nowMs);
    const opened = { ...session, openedAtMs: nowMs, version: session.version + 1 };
    const event = 'VERIFICATION_LINK_OPENED';
    const recipients = (await readRecipients(user.partnerId))(event);
    const saved = await writeIfConditionsHold([
      ...userWrites(before, user),
      openingWrite(session, nowMs),
      ...notificationWrites(linkNotification(event, user, opened, recipients)),
    ]);
    return saved ? { ...current, user, session: opened } : undefined;
  });
}

/**
 * Ends the link of a user without a submission, and notifies the partner, in one write: as expired when no person has
 * opened it, as abandoned otherwise.
 *
 * @returns false when the user or the session changed in between; nothing was written then.
 */
export async function endLink(
  { user: before, session }: { readonly user: User; readonly session: VerificationSession },
  atMs: number,
): Promise<boolean> {
  const event = endEventFor(session);
  const { id, expiresAtMs } = session;
  const user = { ...withNextVersion(before, atMs), verificationLink: { id, expiresAtMs, endedAtMs: atMs } };
  const ended = { ...session, expiresAtMs: Math.min(expiresAtMs, atMs) };
  const recipients = (await readRecipients(user.partnerId))(event);
  return writeIfConditionsHold([
    ...userWrites(before, user),
    endingWrite(session, atMs),
    ...notificationWrites(linkNotification(event, user, ended, recipients)),
  ]);
}

/**
 * Hands the session of a verification link to another device by a code (docs/adr/008). A code is derived from the link's
 * token whenever it is shown, and opens nothing but a question; the other device gets a separate link.
 */

/** The link of the first device, at the instant of its request (epoch ms). */
interface FirstDevice {
  readonly token: string;
  readonly nowMs: number;
}

/** Returns the code of a hand-off: 256 bits, as base64url. It reveals no token. */
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

/** Finds the session of a code at an instant; `undefined` for an unknown code. */
export async function openHandoff(code: string, atMs: number): Promise<HandoffCodeState | undefined> {
  const item = await findHandoffCode(code);
  if (item === undefined) return undefined;
  const { handoffId } = item;
  const found = await openSession({ ...item, spentAtMs: undefined }, atMs);
  if (found.state !== 'open') return { state: found.state, handoffId };
  const { session } = found;
  // A newer code replaces the previous one.
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
      changeHandoff(session, { ...found.session.handoff, outcome: 'USED' }),
      newLink(token, { kind, linkId, userId, partnerId, personId: undefined, expiresAtMs, handoffId }),
    ]);
    return saved ? { token } : undefined;
  });
  return accepted.token;
}

/** Withdraws an open code; any other code stays unchanged. @throws WriteContention */
export async function withdrawHandoff(code: string, nowMs: number): Promise<void> {
  await retryOnConflict(async () => {
    const found = await openHandoff(code, nowMs);
    if (found?.state !== 'waiting' || found.session.handoff === undefined) return true;
    const withdrawn = changeHandoff(found.session, { ...found.session.handoff, outcome: 'WITHDRAWN' });
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
