import { noOpenLink } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { findOpenLink } from '#shared/identity/domain/verification-link';
import { toEndedLinkResponse } from '#shared/identity/response';
import { endLink } from '#shared/identity/sessions/end-link';
import { findVerificationSession } from '#shared/identity/sessions/repository';
import { ownUserIdFromPath as owner, readOwnUser } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Ends the open link of a user now, as otherwise happens after 24 hours. @throws Problem when none is open */
export const expireLink = idempotent({ contract, owner }, ({ caller, params, nowMs }, record) =>
  retryOnConflict(async () => {
    const user = await readOwnUser(params.userId, caller);
    const link = findOpenLink(user, nowMs);
    const session = link && (await findVerificationSession(user.id, link.id));
    if (session === undefined) throw noOpenLink();
    const answer = await record(toEndedLinkResponse(session, nowMs));
    return (await endLink({ user, session }, nowMs, answer.writes)) ? answer.reply : undefined;
  }),
);
