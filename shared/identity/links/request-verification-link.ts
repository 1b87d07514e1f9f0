import { wrongVerificationKind } from '#shared/api/problems';
import type { Recorded } from '#shared/http/idempotency/idempotent-operation';
import { type VerificationKind, verificationKindFor } from '#shared/identity/domain/verification-link';
import { assertCanStartVerification, requireKycTemplate } from '#shared/identity/verification-rules';
import type { Caller } from '#shared/partners/domain/partner';
import { readOwnUser } from '#shared/users/read-own-records';
import { createVerificationLink } from './create-verification-link';

interface LinkRequest {
  readonly caller: Caller;
  readonly params: { readonly userId: string };
  readonly body: { readonly country: string; readonly partnerRedirectUri?: string | undefined };
  readonly baseUrl: string;
  readonly nowMs: number;
}

/** Makes a link for the caller's own user; older ones are void from then on. @throws Problem */
export async function requestVerificationLink<R>(
  kind: VerificationKind,
  { caller, params, body, baseUrl, nowMs }: LinkRequest,
  prepare: (url: string) => Promise<Recorded<R>>,
): Promise<R> {
  const readUser = async () => {
    const user = await readOwnUser(params.userId, caller);
    if (verificationKindFor(user.type) !== kind) throw wrongVerificationKind(kind);
    requireKycTemplate(user, body.country);
    assertCanStartVerification(user);
    return user;
  };
  const terms = { country: body.country, redirectUri: body.partnerRedirectUri };
  return createVerificationLink(readUser, terms, { baseUrl, nowMs, prepare });
}
