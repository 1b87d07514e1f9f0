import type { User } from '#shared/users/domain/user';
import { eventFacts } from '#shared/webhooks/domain/events';
import type { Payload } from '#shared/webhooks/domain/payload';
import type { AssociatedPerson } from './associated-person';

/** The payload of a signature: the names are the owner's, the id is the declaration's. */
export function signaturePayload(user: User, owner: AssociatedPerson): Payload {
  return {
    type: eventFacts.DOCUMENT_SIGNED.type,
    event: 'DOCUMENT_SIGNED',
    externalUserId: user.externalUserId ?? user.id,
    firstName: owner.firstName,
    lastName: owner.lastName,
    associatedPersonId: owner.id,
    // An owner that has signed has a declaration.
    signatureId: owner.declaration?.id ?? null,
  };
}
