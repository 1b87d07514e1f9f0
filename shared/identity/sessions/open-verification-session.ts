/** Opens the session of a verification link. */

import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { findOpenLink } from '#shared/identity/domain/verification-link';
import { findLink, type Link } from '#shared/identity/links/repository';
import { type User, withNextVersion } from '#shared/users/domain/user';
import { findUser, userWrites } from '#shared/users/repository';
import { notificationWrites, readRecipients } from '#shared/webhooks/repository';
import { endEventFor, linkNotification } from './link-events';
import {
  endingWrite,
  findVerificationSession,
  openingWrite,
  type SessionContent,
  saveVerificationSession,
  type VerificationSession,
} from './repository';

/** A link that may be used: whom it verifies, and what was entered so far. */
export interface OpenVerificationSession {
  readonly state: 'open';
  readonly user: User;
  readonly session: VerificationSession;
  /** The hand-off by which the device got its link; absent on the device of the link that was sent. */
  readonly handoffId?: string | undefined;
}

export type VerificationLinkState =
  | OpenVerificationSession
  /** It was submitted; `redirectUri` is where the person goes on, as long as that is known. */
  | { readonly state: 'used'; readonly redirectUri: string | undefined }
  | { readonly state: 'expired' | 'withdrawn' }
  | { readonly state: 'unknown' };

/** Looks up what a link opens at an instant. A second device is shut out once another code was made. */
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
  // The session may have been closed between the two reads: what is entered from then on would outlive the submission.
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
 * Changes what was entered, on top of what other devices entered in the meantime: nothing of theirs is lost, and a link
 * that was used, expired or replaced since then takes nothing.
 *
 * @param found the session as the request has read it
 * @param change what is to be written over a session; `undefined` where it is so already
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
