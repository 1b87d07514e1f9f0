import type { IdentityVerification } from '#shared/identity/domain/identity-verification';
import type { User } from '#shared/users/domain/user';
import { newId } from '#shared/values/ids';

/** Builds a user with a submitted verification, in progress by default. */
export function aUser(overrides: Partial<User> = {}, atMs = Date.now()): User {
  const id = newId(atMs);
  return {
    id,
    partnerId: newId(atMs),
    type: 'INDIVIDUAL',
    email: `user-${id}@example.com`,
    externalUserId: undefined,
    alias: undefined,
    businessName: undefined,
    firstName: undefined,
    lastName: undefined,
    kycStatus: 'NOT_STARTED',
    verificationId: undefined,
    unsignedOwners: 0,
    verificationLink: undefined,
    version: 1,
    sequence: 0,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    ...overrides,
  };
}

/** Builds a verification of a user, just submitted by default. */
export function anIdentityVerification(
  { id: userId, partnerId, createdAtMs }: User,
  overrides: Partial<IdentityVerification> = {},
): IdentityVerification {
  return {
    id: newId(createdAtMs),
    userId,
    partnerId,
    status: 'IN_PROGRESS',
    country: 'MX',
    submission: {},
    files: [],
    version: 1,
    submittedAtMs: createdAtMs,
    decidedAtMs: undefined,
    rejectionReasons: [],
    ...overrides,
  };
}
