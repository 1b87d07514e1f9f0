import * as z from 'zod/mini';
import { userKey } from '#shared/dynamodb/keys';
import { kycStatuses, type LegalName, type User, userTypes } from './domain/user';

const userItem = z.object({
  id: z.string(),
  partnerId: z.string(),
  type: z.enum(userTypes),
  email: z.string(),
  externalUserId: z.optional(z.string()),
  alias: z.optional(z.string()),
  businessName: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  legalName: z.optional(
    z.object({
      firstName: z.optional(z.string()),
      lastName: z.optional(z.string()),
      businessName: z.optional(z.string()),
    }),
  ),
  kycStatus: z.enum(kycStatuses),
  verificationId: z.optional(z.string()),
  unsignedOwners: z.optional(z.number()),
  verificationLink: z.optional(z.object({ id: z.string(), expiresAtMs: z.number() })),
  version: z.number(),
  sequence: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

export function encodeUser(user: User) {
  return { ...userKey(user.id), entity: 'USER', ...user };
}

export function decodeUser(raw: unknown): User {
  const {
    externalUserId,
    alias,
    businessName,
    firstName,
    lastName,
    legalName,
    verificationId,
    unsignedOwners = 0,
    verificationLink,
    ...rest
  } = userItem.parse(raw);
  return {
    ...rest,
    externalUserId,
    alias,
    businessName,
    firstName,
    lastName,
    ...(legalName === undefined ? {} : { legalName: decodeLegalName(legalName) }),
    verificationId,
    unsignedOwners,
    verificationLink,
  };
}

function decodeLegalName({
  firstName,
  lastName,
  businessName,
}: NonNullable<z.infer<typeof userItem>['legalName']>): LegalName {
  return { firstName, lastName, businessName };
}
