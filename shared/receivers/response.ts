import type * as z from 'zod/mini';
import { toIsoTime } from '#shared/values/iso-time';
import type { Receiver } from './item';
import type * as schemas from './response-schema';

/** Builds the API response for a receiver. */
export function toReceiverResponse(receiver: Receiver): z.infer<typeof schemas.Receiver> {
  return {
    id: receiver.id,
    userId: receiver.userId,
    receiverType: receiver.receiverType,
    email: receiver.email ?? null,
    taxId: receiver.taxId ?? null,
    firstName: receiver.firstName ?? null,
    lastName: receiver.lastName ?? null,
    countryOfBirth: receiver.countryOfBirth ?? null,
    dateOfBirth: receiver.dateOfBirth ?? null,
    phoneNumber: receiver.phoneNumber ?? null,
    businessName: receiver.businessName ?? null,
    countryOfConstitution: receiver.countryOfConstitution ?? null,
    dateOfConstitution: receiver.dateOfConstitution ?? null,
    createdAt: toIsoTime(receiver.createdAtMs),
    updatedAt: toIsoTime(receiver.updatedAtMs),
  };
}
