import type { Shape } from '#shared/api/shapes';
import { iso } from '#shared/api/views/time';
import type { User } from '#shared/domain/users/user';

/** A user as partners see it. */
export function userView(user: User): Shape<'User'> {
  return {
    id: user.id,
    type: user.type,
    email: user.email,
    externalUserId: user.externalUserId ?? null,
    alias: user.alias ?? null,
    kycStatus: user.kycStatus,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    businessName: user.businessName ?? null,
    version: user.version,
    createdAt: iso(user.createdAtMs),
    updatedAt: iso(user.updatedAtMs),
  };
}
