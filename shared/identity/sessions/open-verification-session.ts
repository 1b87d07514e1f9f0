/** Opens the session of a verification link. */
import { findOpenLink } from '#shared/identity/domain/verification-link';
import { findLink } from '#shared/identity/links/repository';
import type { User } from '#shared/users/domain/user';
import { findUser } from '#shared/users/repository';
import { findVerificationSession, type VerificationSession } from './repository';

/** A link that may be used: whom it verifies, and what was entered so far. */
export interface OpenVerificationSession {
  readonly state: 'open';
  readonly user: User;
  readonly session: VerificationSession;
}

export type VerificationLinkState =
  | OpenVerificationSession
  /** It was submitted; `redirectUri` is where the person goes on, as long as that is known. */
  | { readonly state: 'used'; readonly redirectUri: string | undefined }
  | { readonly state: 'unknown' | 'expired' | 'withdrawn' };

/** Looks up what a link opens at an instant. */
export async function openVerificationSession(token: string, atMs: number): Promise<VerificationLinkState> {
  const link = await findLink(token);
  if (link === undefined || link.kind === 'DECLARATION') return { state: 'unknown' };
  const [user, session] = await Promise.all([findUser(link.userId), findVerificationSession(link.userId, link.linkId)]);
  // The session may have been closed between the two reads: what is entered from then on would outlive the submission.
  if (link.spentAtMs !== undefined || session?.closedAtMs !== undefined)
    return { state: 'used', redirectUri: session?.redirectUri };
  if (link.expiresAtMs <= atMs || session === undefined || session.endedAtMs !== undefined) return { state: 'expired' };
  if (user !== undefined && findOpenLink(user, atMs)?.id === link.linkId) return { state: 'open', user, session };
  // It may have been used between the two reads, and then it is not the user who has let it go.
  const spent = (await findLink(token))?.spentAtMs !== undefined;
  return spent ? { state: 'used', redirectUri: session.redirectUri } : { state: 'withdrawn' };
}
