import type { User, UserType } from '#shared/domain/users/user';

/** How long a verification link may be opened. */
export const VERIFICATION_LINK_MS = 24 * 3600 * 1000;

/** What a link verifies: a person or a business. */
export type VerificationKind = 'KYC' | 'KYB';

/** How users of a type are verified. */
export function verificationKindOf(type: UserType): VerificationKind {
  return type === 'BUSINESS' ? 'KYB' : 'KYC';
}

/** Whether a verification may begin: none is under way, and none is completed. */
export function mayBeginVerification({ kycStatus }: User): boolean {
  return kycStatus !== 'IN_PROGRESS' && kycStatus !== 'VERIFIED';
}

/** The link that the user may still open, if there is one. */
export function openLinkOf(user: User, atMs: number): User['verificationLink'] {
  const { verificationLink } = user;
  if (verificationLink === undefined || verificationLink.expiresAtMs <= atMs) return undefined;
  return mayBeginVerification(user) ? verificationLink : undefined;
}
