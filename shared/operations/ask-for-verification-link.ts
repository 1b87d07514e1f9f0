import { Problem } from '#shared/api/problems';
import type { Caller } from '#shared/domain/partners/partner';
import { type VerificationKind, verificationKindOf } from '#shared/domain/users/verification-link';
import type { Recorded } from '#shared/operations/answer-once';
import { readOwnUser } from '#shared/operations/ownership';
import { makeVerificationLink } from '#shared/operations/verification-links';
import { checkMayBegin, templateFor } from '#shared/operations/verification-rules';

const wrongKind: Readonly<Record<VerificationKind, string>> = {
  KYC: 'The user is a business, which is verified by KYB',
  KYB: 'The user is not a business: individuals are verified by KYC',
};

/** Told where a kind of verification was asked for that users of this type do not have. */
export function wrongVerificationKind(asked: VerificationKind): Problem {
  return new Problem('INVALID_VERIFICATION_TYPE_FOR_USER', wrongKind[asked]);
}

interface LinkRequest {
  readonly caller: Caller;
  readonly params: { readonly userId: string };
  readonly body: { readonly country: string; readonly partnerRedirectUri?: string | undefined };
  readonly baseUrl: string;
  readonly nowMs: number;
}

/** Makes a link for the caller's own user; older ones are void from then on. @throws Problem */
export async function askForVerificationLink<R>(
  kind: VerificationKind,
  { caller, params, body, baseUrl, nowMs }: LinkRequest,
  prepare: (url: string) => Promise<Recorded<R>>,
): Promise<R> {
  const readUser = async () => {
    const user = await readOwnUser(params.userId, caller);
    if (verificationKindOf(user.type) !== kind) throw wrongVerificationKind(kind);
    templateFor(user, body.country);
    checkMayBegin(user);
    return user;
  };
  const terms = { country: body.country, redirectUri: body.partnerRedirectUri };
  return makeVerificationLink(readUser, terms, { baseUrl, nowMs, prepare });
}
