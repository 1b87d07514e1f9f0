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

/** A valid link with its user and draft. */
export interface OpenVerificationSession {
  readonly state: 'open';
  readonly user: User;
  readonly session: VerificationSession;
  /** Id of the hand-off code with which a second device got this link. Absent if the link is the original link. */
  readonly handoffId?: string | undefined;
}

export type VerificationLinkState =
  | OpenVerificationSession
  /** The verification was submitted. `redirectUri` is the URL that the person continues to, if known. */
  | { readonly state: 'used'; readonly redirectUri: string | undefined }
  | { readonly state: 'expired' | 'withdrawn' }
  | { readonly state: 'unknown' };

/** Finds the session of a link. The link of a second device is invalid if the person has created a newer hand-off code. */
export async function openVerificationSession(token: string, atMs: number): Promise<VerificationLinkState> {
  const link = await findLink(token);
  if (link === undefined || link.kind === 'DECLARATION') return { state: 'unknown' };
  const found = await openSession(link, atMs);
  if (found.state !== 'open' || link.handoffId === undefined) return found;
  return found.session.handoff?.id === link.handoffId
    ? { ...found, handoffId: link.handoffId }
    : { state: 'withdrawn' };
}

/** Opens the session of a link or code. */
export async function openSession(
  { userId, linkId, expiresAtMs, spentAtMs }: Pick<Link, 'userId' | 'linkId' | 'expiresAtMs' | 'spentAtMs'>,
  atMs: number,
): Promise<Exclude<VerificationLinkState, { readonly state: 'unknown' }>> {
  const [user, session] = await Promise.all([findUser(userId), findVerificationSession(userId, linkId)]);
  // A submission closes the session and deletes its draft. We reject later input: it would remain stored until the table
  // deletes the session, a day after the link's expiry or later.
  if (spentAtMs !== undefined || session?.closedAtMs !== undefined)
    return { state: 'used', redirectUri: session?.redirectUri };
  // Two devices can have links to one session, and a submission marks only one of these links as used. After the deletion of the
  // session, the other link counts as used if the user's verification has the session's id.
  if (session === undefined && user?.verificationId === linkId) return { state: 'used', redirectUri: undefined };
  if (expiresAtMs <= atMs || session === undefined || session.endedAtMs !== undefined) return { state: 'expired' };
  if (user !== undefined && findOpenLink(user, atMs)?.id === linkId) return { state: 'open', user, session };
  // If the session closed after its first read above, the link was used, not withdrawn.
  const isClosed = (await findVerificationSession(userId, linkId))?.closedAtMs !== undefined;
  return isClosed ? { state: 'used', redirectUri: session.redirectUri } : { state: 'withdrawn' };
}

/** Changes a session. After a conflict with another device, applies `change` to the new version. @throws WriteContention */
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

/** Stores the first visit of a link and notifies the partner, in one write. Ignores later visits. @throws WriteContention */
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
 * Ends a link without a submission and notifies the partner, in one write.
 * @returns false if the user or session changed in the meantime; nothing was written
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
 * A person can continue a session on another device with a code (docs/adr/008). The code is computed from the link's token on
 * each request, and opens only a confirmation page. The other device gets a separate link.
 */

/** Token of the first device's link, and the time of the request (epoch ms). */
interface FirstDevice {
  readonly token: string;
  readonly nowMs: number;
}

/** Returns the code for another device: 256 bits in base64url. The code does not reveal the token. */
export function handoffCode(token: string, handoffId: string): string {
  return createHmac('sha256', token).update(`handoff:${handoffId}`).digest('base64url');
}

/** Creates a code, unless a code can still be used or the maximum number of codes is reached. @throws WriteContention */
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

/** State of a code, and the session of an unused code. */
export type HandoffCodeState =
  | { readonly state: 'waiting'; readonly session: VerificationSession; readonly handoffId: string }
  | { readonly state: 'used' | 'expired' | 'withdrawn'; readonly handoffId: string };

/** Finds the session of a code; `undefined` for an unknown code. */
export async function openHandoff(code: string, atMs: number): Promise<HandoffCodeState | undefined> {
  const item = await findHandoffCode(code);
  if (item === undefined) return undefined;
  const { handoffId } = item;
  const found = await openSession({ ...item, spentAtMs: undefined }, atMs);
  if (found.state !== 'open') return { state: found.state, handoffId };
  const { session } = found;
  // A newer code replaced this code.
  if (session.handoff?.id !== handoffId) return { state: 'withdrawn', handoffId };
  const state = handoffState(session.handoff, atMs);
  return state === 'waiting' ? { state, session, handoffId } : { state, handoffId };
}

/**
 * Returns the token of the second device's link: 256 bits in base64url. The token is computed from the code and from `device`, a
 * random text in the form of the confirmation page. Neither the code nor the text alone determines the token.
 */
function deviceToken(code: string, handoffId: string, device: string): string {
  return createHmac('sha256', code).update(`device:${handoffId}:${device}`).digest('base64url');
}

/**
 * Marks a code as used and creates the second device's link, in one write. A repeated confirmation returns the same link.
 * @returns the token of the link; `undefined` if the code is invalid or another device used the code
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

/** Withdraws an unused code; a code in another state stays unchanged. @throws WriteContention */
export async function withdrawHandoff(code: string, nowMs: number): Promise<void> {
  await retryOnConflict(async () => {
    const found = await openHandoff(code, nowMs);
    if (found?.state !== 'waiting' || found.session.handoff === undefined) return true;
    const withdrawn = changeHandoff(found.session, { ...found.session.handoff, outcome: 'WITHDRAWN' });
    return (await writeIfConditionsHold([withdrawn])) || undefined;
  });
}

/** Finds the session that the first device polls (docs/adr/008); `undefined` if there is nothing more to poll. */
export async function findFollowedSession(ids: {
  readonly userId: string;
  readonly linkId: string;
  readonly handoffId: string;
}): Promise<VerificationSession | undefined> {
  const session = await findVerificationSession(ids.userId, ids.linkId);
  return session?.closedAtMs === undefined && session?.handoff?.id === ids.handoffId ? session : undefined;
}
