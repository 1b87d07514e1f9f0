import type * as z from 'zod/mini';
import { toIsoTime } from '#shared/values/iso-time';
import type { User } from './domain/user';
import type * as schemas from './response-schema';

/** Builds the API response of a user. */
export function toUserResponse(user: User): z.infer<typeof schemas.User> {
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
    createdAt: toIsoTime(user.createdAtMs),
    updatedAt: toIsoTime(user.updatedAtMs),
  };
}
