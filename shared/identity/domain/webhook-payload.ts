import type { User } from '#shared/users/domain/user';
import { type EventName, eventFacts } from '#shared/webhooks/domain/events';
import { type Payload, userFields } from '#shared/webhooks/domain/payload';
import type { IdentityVerification } from './identity-verification';

/** The payload of a verification event; a rejection says why. */
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
