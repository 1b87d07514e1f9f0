import type { User } from './user';

/** The text in place of erased data. */
export const ERASED = 'ERASED';

/** The remains of an erased user: its partner, and the id that transactions and notifications refer to. */
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
