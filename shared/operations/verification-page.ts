/** What a verification link opens. */
import { findLink } from '#shared/data/links';
import { findUser } from '#shared/data/users';
import { findVerificationSession, type VerificationSession } from '#shared/data/verification-sessions';
import type { User } from '#shared/domain/users/user';
import { openLinkOf } from '#shared/domain/users/verification-link';

/** A link that may be used: whom it verifies, and what was entered so far. */
export interface OpenVerification {
  readonly state: 'open';
  readonly user: User;
  readonly session: VerificationSession;
}

export type VerificationState =
  | OpenVerification
  /** It was submitted; `redirectUri` is where the person goes on, as long as that is known. */
  | { readonly state: 'used'; readonly redirectUri: string | undefined }
  | { readonly state: 'unknown' | 'expired' | 'withdrawn' };

/** Looks up what a link opens at an instant. */
export async function openVerification(token: string, atMs: number): Promise<VerificationState> {
  const link = await findLink(token);
  if (link === undefined || link.kind === 'CEDULA') return { state: 'unknown' };
  const [user, session] = await Promise.all([
    findUser(link.userId),
    findVerificationSession(link.userId, link.linkId),
  ]);
  if (link.spentAtMs !== undefined) return { state: 'used', redirectUri: session?.redirectUri };
  if (link.expiresAtMs <= atMs || session === undefined) return { state: 'expired' };
  if (user !== undefined && openLinkOf(user, atMs)?.id === link.linkId)
    return { state: 'open', user, session };
  // It may have been used between the two reads, and then it is not the user who has let it go.
  const spent = (await findLink(token))?.spentAtMs !== undefined;
  return spent ? { state: 'used', redirectUri: session.redirectUri } : { state: 'withdrawn' };
}
