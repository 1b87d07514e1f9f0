/**
 * Notifications about verification links: the request to submit again, the first visit, and an end without a submission. No
 * notification contains the link's token.
 */
import { kycPayload } from '#shared/identity/domain/webhook-payload';
import type { User } from '#shared/users/domain/user';
import { toIsoTime, toIsoTimeOrNull } from '#shared/values/iso-time';
import { eventFacts } from '#shared/webhooks/domain/events';
import type { Payload } from '#shared/webhooks/domain/payload';
import type { NewNotification, Recipients } from '#shared/webhooks/repository';
import type { VerificationSession } from './repository';

export type LinkEvent =
  | 'VERIFICATION_LINK_OPENED'
  | 'VERIFICATION_LINK_EXPIRED'
  | 'VERIFICATION_ABANDONED'
  | 'VERIFICATION_RESUBMISSION_REQUESTED';

type Link = Pick<VerificationSession, 'id' | 'kind' | 'country' | 'expiresAtMs' | 'resubmission' | 'openedAtMs'>;

/** Returns the event for a link that ends without a submission. */
export function endEventFor({ openedAtMs }: Pick<Link, 'openedAtMs'>) {
  return openedAtMs === undefined ? 'VERIFICATION_LINK_EXPIRED' : 'VERIFICATION_ABANDONED';
}

/** Builds the notification of a link event. @param user the user after the event; `updatedAtMs` is the time of the event */
export function linkNotification(event: LinkEvent, user: User, link: Link, recipients: Recipients): NewNotification {
  const { id: userId, partnerId, sequence, updatedAtMs: atMs } = user;
  const payload = linkPayload(event, user, link);
  return { subject: { kind: 'USER', id: userId }, sequence, partnerId, event, userId, payload, ...recipients, atMs };
}

/** Builds the payload of a link event. The link and its later verification have the same id. */
function linkPayload(event: LinkEvent, user: User, link: Link): Payload {
  const { id, kind, country, expiresAtMs, openedAtMs, resubmission } = link;
  return {
    ...kycPayload(event, user, { id, rejectionReasons: [] }),
    kind,
    country,
    expiresAt: toIsoTime(expiresAtMs),
    openedAt: toIsoTimeOrNull(openedAtMs),
    ...(eventFacts[event].details === 'RESUBMISSION' ? { reasons: resubmission?.reasons ?? [] } : {}),
  };
}
