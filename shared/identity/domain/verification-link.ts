import type { User, UserType } from '#shared/users/domain/user';

/** How long a verification link may be opened. */
export const VERIFICATION_LINK_LIFETIME_MS = 24 * 3600 * 1000;

/** What a link verifies: a person or a business. */
export type VerificationKind = 'KYC' | 'KYB';

/** How users of a type are verified. */
export function verificationKindFor(type: UserType): VerificationKind {
  return type === 'BUSINESS' ? 'KYB' : 'KYC';
}

/** Whether a verification may begin: none is under way, and none is completed. */
export function canStartVerification({ kycStatus }: User): boolean {
  return kycStatus !== 'IN_PROGRESS' && kycStatus !== 'VERIFIED';
}

/** The link that the user may still open, if there is one. */
export function findOpenLink(user: User, atMs: number): User['verificationLink'] {
  const { verificationLink } = user;
  if (verificationLink === undefined || verificationLink.expiresAtMs <= atMs) return undefined;
  return canStartVerification(user) ? verificationLink : undefined;
}
