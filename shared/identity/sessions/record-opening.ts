import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { withNextVersion } from '#shared/users/domain/user';
import { userWrites } from '#shared/users/repository';
import { notificationWrites, readRecipients } from '#shared/webhooks/repository';
import { linkNotification } from './link-events';
import {
  type OpenVerificationSession,
  openVerificationSession,
  type VerificationLinkState,
} from './open-verification-session';
import { openingWrite } from './repository';

/**
 * Notes that a person has opened a link, and notifies the partner, in one write: the first time, and never again.
 *
 * @param found the session as the request has read it
 * @returns the session after it, or why the link cannot be used any more
 * @throws WriteContention
 */
export async function recordOpening(
  found: OpenVerificationSession,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): Promise<VerificationLinkState> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 1 ? found : await openVerificationSession(token, nowMs);
    if (current.state !== 'open') return current;
    const { user: before, session } = current;
    if (session.openedAtMs !== undefined) return current;
    const user = withNextVersion(before, nowMs);
    const opened = { ...session, openedAtMs: nowMs, version: session.version + 1 };
    const event = 'VERIFICATION_LINK_OPENED';
    const recipients = (await readRecipients(user.partnerId))(event);
    const saved = await writeIfConditionsHold([
      ...userWrites(before, user),
      openingWrite(session, nowMs),
      ...notificationWrites(linkNotification(event, user, opened, recipients)),
    ]);
    return saved ? { ...current, user, session: opened } : undefined;
  });
}
