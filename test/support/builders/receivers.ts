import type { Receiver } from '#shared/receivers/item';
import type { User } from '#shared/users/domain/user';
import { newId } from '#shared/values/ids';

/** Builds a business that a user pays. */
export function aReceiver(
  { id: userId, partnerId }: Pick<User, 'id' | 'partnerId'>,
  overrides: Partial<Receiver> = {},
): Receiver {
  const atMs = Date.now();
  return {
    ...{ id: newId(atMs), partnerId, userId, receiverType: 'BUSINESS', email: 'accounts@acme.example.com' },
    ...{ taxId: undefined, firstName: undefined, lastName: undefined, countryOfBirth: undefined },
    ...{ dateOfBirth: undefined, phoneNumber: undefined, businessName: 'ACME GmbH' },
    ...{ countryOfConstitution: 'DE', dateOfConstitution: '2001-02-28' },
    ...{ version: 1, createdAtMs: atMs, updatedAtMs: atMs, deletedAtMs: undefined },
    ...overrides,
  };
}
