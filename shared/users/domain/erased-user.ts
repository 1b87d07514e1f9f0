import type { User } from './user';

/** Replacement text for erased data. */
export const ERASED = 'ERASED';

/** Returns the user without personal data. The partner and the user id remain; transactions and notifications refer to the id. */
export function erasedUser(user: User, atMs: number): User {
  return {
    ...user,
    email: ERASED,
    externalUserId: undefined,
    alias: undefined,
    businessName: undefined,
    firstName: undefined,
    lastName: undefined,
    legalName: undefined,
    verificationId: undefined,
    unsignedOwners: 0,
    verificationLink: undefined,
    version: user.version + 1,
    updatedAtMs: atMs,
  };
}
