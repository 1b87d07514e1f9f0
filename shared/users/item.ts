import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { userKey } from '#shared/dynamodb/keys';
import { kycStatuses, type LegalName, type User, userTypes } from './domain/user';

const text = maybe(z.string());

const userItem = z.object({
  id: z.string(),
  partnerId: z.string(),
  type: z.enum(userTypes),
  email: z.string(),
  externalUserId: text,
  alias: text,
  businessName: text,
  firstName: text,
  lastName: text,
  legalName: z.optional(z.object({ firstName: text, lastName: text, businessName: text })),
  kycStatus: z.enum(kycStatuses),
  verificationId: text,
  unsignedOwners: z.optional(z.number()),
  verificationLink: maybe(z.object({ id: z.string(), expiresAtMs: z.number(), endedAtMs: z.optional(z.number()) })),
  version: z.number(),
  sequence: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

export function encodeUser(user: User) {
  return { ...userKey(user.id), entity: 'USER', ...user };
}

export function decodeUser(raw: unknown): User {
  const { unsignedOwners = 0, legalName, ...rest } = userItem.parse(raw);
  return { ...rest, unsignedOwners, ...(legalName && { legalName: decodeLegalName(legalName) }) };
}

/** Returns all three names, even if a name is `undefined`, because `toLegalNames` must overwrite every current name. */
function decodeLegalName({ firstName, lastName, businessName }: LegalName): LegalName {
  return { firstName, lastName, businessName };
}
