/** Opens the session of a verification link. */
import { findOpenLink } from '#shared/identity/domain/verification-link';
import { findLink, type Link } from '#shared/identity/links/repository';
import type { User } from '#shared/users/domain/user';
import { findUser } from '#shared/users/repository';
import { findVerificationSession, type VerificationSession } from './repository';

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
