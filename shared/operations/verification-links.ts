/** Links that a user is verified with on a page of the service. */
import { newLink } from '#shared/data/links';
import { writeIfConditionsHold } from '#shared/data/table';
import { userWrites } from '#shared/data/users';
import { newVerificationSession } from '#shared/data/verification-sessions';
import { newId } from '#shared/domain/ids';
import type { User } from '#shared/domain/users/user';
import { openLinkOf, VERIFICATION_LINK_MS, verificationKindOf } from '#shared/domain/users/verification-link';
import { linkTokensOf } from '#shared/links/link-tokens';
import type { Recorded } from '#shared/operations/answer-once';
import { inRounds } from '#shared/operations/rounds';

/** What a partner asks of a link. */
export interface LinkTerms {
  readonly country: string;
  /** Where the person goes afterwards. @default nowhere */
  readonly redirectUri?: string | undefined;
}

/** The request that a link is shown in. */
export interface Occasion {
  readonly baseUrl: string;
  readonly nowMs: number;
}

/** The request that a link is made in. */
interface MakingRequest<R> extends Occasion {
  /** Prepares the answer that shows the link's address; what it writes is written with the link. */
  readonly prepare: (url: string) => Promise<Recorded<R>>;
}

/**
 * Makes a new link; the one before it is void from then on, in the same write.
 *
 * @param readUser reads the user anew, and throws where the user may not have a link
 * @throws WriteContention, and what `readUser` throws
 */
export async function makeVerificationLink<R>(
  readUser: () => Promise<User>,
  terms: LinkTerms,
  request: MakingRequest<R>,
): Promise<R> {
  return inRounds(async () => tryVerificationLink(await readUser(), terms, request));
}

/** The address of the link that the user may still open, if there is one. */
export async function openVerificationUrl(
  user: User,
  { baseUrl, nowMs }: Occasion,
): Promise<string | undefined> {
  const link = openLinkOf(user, nowMs);
  return link === undefined ? undefined : urlOf(baseUrl, (await linkTokensOf(user.id))(link.id));
}

function urlOf(baseUrl: string, token: string): string {
  return `${baseUrl}/verify/${token}`;
}

/** Makes a new link for a user as it was read; `undefined` when the user has changed meanwhile, and there is no new link. */
export async function tryVerificationLink<R>(
  user: User,
  { country, redirectUri }: LinkTerms,
  { baseUrl, nowMs, prepare }: MakingRequest<R>,
): Promise<R | undefined> {
  const id = newId(nowMs);
  const token = (await linkTokensOf(user.id))(id);
  const kind = verificationKindOf(user.type);
  const expiresAtMs = nowMs + VERIFICATION_LINK_MS;
  const owner = { userId: user.id, partnerId: user.partnerId };
  const after: User = {
    ...user,
    verificationLink: { id, expiresAtMs },
    version: user.version + 1,
    updatedAtMs: nowMs,
  };
  const answer = await prepare(urlOf(baseUrl, token));
  const saved = await writeIfConditionsHold([
    ...userWrites(user, after),
    newLink(token, { ...owner, kind, linkId: id, personId: undefined, expiresAtMs }),
    newVerificationSession({ ...owner, id, kind, country, redirectUri, expiresAtMs }),
    ...answer.writes,
  ]);
  return saved ? answer.reply : undefined;
}
