import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { receiverKey } from '#shared/dynamodb/keys';
import { userTypes } from '#shared/users/domain/user';
import type { Receiver } from './domain/receiver';

const text = maybe(z.string());

const receiverItem = z.object({
  id: z.string(),
  partnerId: z.string(),
  userId: z.string(),
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
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  deletedAtMs: maybe(z.number()),
});

export function encodeReceiver(receiver: Receiver) {
  return { ...receiverKey(receiver.id), entity: 'RECEIVER', ...receiver };
}

export function decodeReceiver(raw: unknown): Receiver {
  return receiverItem.parse(raw);
}
