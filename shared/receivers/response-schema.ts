import * as z from 'zod/mini';
import { id, pageSchema, shownText, timestamp } from '#shared/api/response-fields';
import { userTypes } from '#shared/users/domain/user';

const text = z.nullable(shownText);

export const Receiver = z.strictObject({
  id,
  userId: id,
  receiverType: z.enum(userTypes),
  email: text,
  taxId: text,
  firstName: text,
  lastName: text,
  countryOfBirth: text,
  dateOfBirth: text,
  phoneNumber: text,
  businessName: text,
  countryOfConstitution: text,
  dateOfConstitution: text,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const ReceiverPage = pageSchema(Receiver);
