import type { User, UserType } from '#shared/users/domain/user';

/** Lifetime of a verification link, in ms. */
export const VERIFICATION_LINK_LIFETIME_MS = 24 * 3600 * 1000;

/** KYC for a person, KYB for a business. */
export type VerificationKind = 'KYC' | 'KYB';

/** Returns the verification kind for a user type. */
export function verificationKindFor(type: UserType): VerificationKind {
  return type === 'BUSINESS' ? 'KYB' : 'KYC';
}

/** Returns true if a verification can start: the user has no verification in progress and is not verified. */
export function canStartVerification({ kycStatus }: User): boolean {
  return kycStatus !== 'IN_PROGRESS' && kycStatus !== 'VERIFIED';
}

/** Returns the user's active link, if any. */
export function findOpenLink(user: User, atMs: number): User['verificationLink'] {
  const { verificationLink } = user;
  if (verificationLink === undefined || verificationLink.expiresAtMs <= atMs) return undefined;
  if (verificationLink.endedAtMs !== undefined) return undefined;
  return canStartVerification(user) ? verificationLink : undefined;
}
