import type { User } from '#shared/users/domain/user';
import { type EventName, eventFacts } from '#shared/webhooks/domain/events';
import { type Payload, userFields } from '#shared/webhooks/domain/payload';
import type { IdentityVerification } from './identity-verification';

/** Returns the payload of a verification event. For a rejection, it contains the reasons. */
export function kycPayload(
  event: EventName,
  user: User,
  { id, rejectionReasons }: Pick<IdentityVerification, 'id' | 'rejectionReasons'>,
): Payload {
  return {
    type: eventFacts[event].type,
    event,
    kycId: id,
    ...userFields(user),
    ...(eventFacts[event].details === 'REJECTION' ? { rejectionReasons } : {}),
  };
}
