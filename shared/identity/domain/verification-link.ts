import type { User, UserType } from '#shared/users/domain/user';

/** Lifetime of a verification link. */
export const VERIFICATION_LINK_LIFETIME_MS = 24 * 3600 * 1000;

/** Kind of verification: of a person or of a business. */
export type VerificationKind = 'KYC' | 'KYB';

/** Returns the kind of verification for users of a type. */
export function verificationKindFor(type: UserType): VerificationKind {
  return type === 'BUSINESS' ? 'KYB' : 'KYC';
}

/** Returns true if a verification may begin: none is under way, and none is completed. */
export function canStartVerification({ kycStatus }: User): boolean {
  return kycStatus !== 'IN_PROGRESS' && kycStatus !== 'VERIFIED';
}

/** The link that the user may still open, if there is one. */
export function findOpenLink(user: User, atMs: number): User['verificationLink'] {
  const { verificationLink } = user;
  if (verificationLink === undefined || verificationLink.expiresAtMs <= atMs) return undefined;
  if (verificationLink.endedAtMs !== undefined) return undefined;
  return canStartVerification(user) ? verificationLink : undefined;
}
