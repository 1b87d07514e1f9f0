import type { Shape } from '#shared/api/shapes';
import { iso } from '#shared/api/views/time';
import type { Receiver } from '#shared/domain/receivers/receiver';

/** A receiver as partners see it. */
export function receiverView(receiver: Receiver): Shape<'Receiver'> {
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
    createdAt: iso(receiver.createdAtMs),
    updatedAt: iso(receiver.updatedAtMs),
  };
}
