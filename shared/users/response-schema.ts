import * as z from 'zod/mini';
import { id, pageSchema, shownText, timestamp, wholeNumber } from '#shared/api/response-fields';
import { kycStatuses, userTypes } from './domain/user';

export const CreatedUser = z.strictObject({ userId: id });

export const User = z.strictObject({
  id,
  type: z.enum(userTypes),
  email: shownText,
  externalUserId: z.nullable(shownText),
  alias: z.nullable(shownText),
  kycStatus: z.enum(kycStatuses),
  firstName: z.nullable(shownText),
  lastName: z.nullable(shownText),
  businessName: z.nullable(shownText),
  version: wholeNumber,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const UserPage = pageSchema(User);
