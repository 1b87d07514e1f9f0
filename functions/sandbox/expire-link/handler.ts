import { noOpenLink } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { findOpenLink } from '#shared/identity/domain/verification-link';
import { toEndedLinkResponse } from '#shared/identity/response';
import { endLink } from '#shared/identity/sessions/open-verification-session';
import { findVerificationSession, type VerificationSession } from '#shared/identity/sessions/repository';
import type { Caller } from '#shared/partners/domain/partner';
import { readOwnUser } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Ends a user's open verification link; without this call, it expires after 24 hours. @throws Problem if no link is open */
function expireLink(userId: string, caller: Caller, atMs: number): Promise<VerificationSession> {
  return retryOnConflict(async () => {
    const user = await readOwnUser(userId, caller);
    const link = findOpenLink(user, atMs);
    const session = link && (await findVerificationSession(user.id, link.id));
    if (session === undefined) throw noOpenLink();
    return (await endLink({ user, session }, atMs)) ? session : undefined;
  });
}

export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => ({
  data: toEndedLinkResponse(await expireLink(params.userId, caller, nowMs), nowMs),
}));
