import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { type User, withNextVersion } from '#shared/users/domain/user';
import { userWrites } from '#shared/users/repository';
import { notificationWrites, readRecipients } from '#shared/webhooks/repository';
import { endEventFor, linkNotification } from './link-events';
import { endingWrite, type VerificationSession } from './repository';

/**
 * Ends the link of a user without a submission, and notifies the partner, in one write: as expired when no person has
 * opened it, as abandoned otherwise.
 *
 * @returns false when the user or the session changed in between; nothing was written then.
 */
export async function endLink(
  { user: before, session }: { readonly user: User; readonly session: VerificationSession },
  atMs: number,
): Promise<boolean> {
  const event = endEventFor(session);
  const { id, expiresAtMs } = session;
  const user = { ...withNextVersion(before, atMs), verificationLink: { id, expiresAtMs, endedAtMs: atMs } };
  const ended = { ...session, expiresAtMs: Math.min(expiresAtMs, atMs) };
  const recipients = (await readRecipients(user.partnerId))(event);
  return writeIfConditionsHold([
    ...userWrites(before, user),
    endingWrite(session, atMs),
    ...notificationWrites(linkNotification(event, user, ended, recipients)),
  ]);
}
