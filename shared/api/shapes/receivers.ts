import * as z from 'zod/mini';
import { id, pageOf, timestamp } from '#shared/api/shapes/common';
import { userTypes } from '#shared/domain/users/user';

const text = z.nullable(z.string());

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

export const ReceiverPage = pageOf(Receiver);
