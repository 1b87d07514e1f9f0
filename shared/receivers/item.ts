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
  firstName: text,
  lastName: text,
  countryOfBirth: text,
  dateOfBirth: text,
  phoneNumber: text,
  businessName: text,
  countryOfConstitution: text,
  dateOfConstitution: text,
  /** Increases with each change of the receiver and with each new bank account. Conditional writes compare the version. */
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  /** Time of deletion. A deleted receiver remains stored for past transactions, but callers can no longer find the receiver. */
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
