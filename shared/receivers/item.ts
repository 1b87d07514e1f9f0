import * as z from 'zod/mini';
import { receiverKey } from '#shared/dynamodb/keys';
import { userTypes } from '#shared/users/domain/user';

const text = z.optional(z.string());

const receiverItem = z.object({
  id: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  receiverType: z.enum(userTypes),
  email: text,
  taxId: text,
  /** First name of a person. */
  firstName: text,
  lastName: text,
  countryOfBirth: text,
  dateOfBirth: text,
  phoneNumber: text,
  /** Name of a business. */
  businessName: text,
  countryOfConstitution: text,
  dateOfConstitution: text,
  /** Rises with each change and with each account that it gets; the store's conditions compare it. */
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  /** A deleted receiver stays stored for the transactions that paid it, and is unknown to callers. */
  deletedAtMs: z.optional(z.number()),
});

/** A person or business whom a user pays. Times are epoch ms. */
export type Receiver = Readonly<z.infer<typeof receiverItem>>;

export function encodeReceiver(receiver: Receiver) {
  return { ...receiverKey(receiver.id), entity: 'RECEIVER', ...receiver };
}

export function decodeReceiver(raw: unknown): Receiver {
  return receiverItem.parse(raw);
}
