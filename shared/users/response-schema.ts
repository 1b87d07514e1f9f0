import * as z from 'zod/mini';
import { id, pageSchema, timestamp } from '#shared/api/response-schemas/common';
import { kycStatuses, userTypes } from './domain/user';

export const CreatedUser = z.strictObject({ userId: id });

export const User = z.strictObject({
  id,
  type: z.enum(userTypes),
  email: z.string(),
  externalUserId: z.nullable(z.string()),
  alias: z.nullable(z.string()),
  kycStatus: z.enum(kycStatuses),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const UserPage = pageSchema(User);
