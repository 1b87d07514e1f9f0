import type { User } from '#shared/users/domain/user';
import { eventFacts } from '#shared/webhooks/domain/events';
import type { Payload } from '#shared/webhooks/domain/payload';
import type { AssociatedPerson } from './associated-person';

/** Builds the webhook payload of a signature, with the owner's names and the declaration's id. */
export function signaturePayload(user: User, owner: AssociatedPerson): Payload {
  return {
    type: eventFacts.DOCUMENT_SIGNED.type,
    event: 'DOCUMENT_SIGNED',
    externalUserId: user.externalUserId ?? user.id,
    firstName: owner.firstName,
    lastName: owner.lastName,
    associatedPersonId: owner.id,
    // An owner who has signed always has a declaration.
    signatureId: owner.declaration?.id ?? null,
  };
}
