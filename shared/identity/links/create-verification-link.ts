/** Links that a user is verified with on a page of the service. */

import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import type { Recorded } from '#shared/http/idempotency/idempotent-operation';
import {
  findOpenLink,
  VERIFICATION_LINK_LIFETIME_MS,
  verificationKindFor,
} from '#shared/identity/domain/verification-link';
import { newVerificationSession } from '#shared/identity/sessions/repository';
import type { User } from '#shared/users/domain/user';
import { userWrites } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import { linkTokensFor } from './link-tokens';
import { newLink } from './repository';

/** What a partner asks of a link. */
export interface LinkOptions {
  readonly country: string;
  /** Where the person goes afterwards. @default nowhere */
  readonly redirectUri?: string | undefined;
}

/** The request that a link is shown in. */
export interface LinkRequestContext {
  readonly baseUrl: string;
  readonly nowMs: number;
}

/** The request that a link is made in. */
interface CreateLinkRequest<R> extends LinkRequestContext {
  /** Prepares the answer that shows the link's address; what it writes is written with the link. */
  readonly prepare: (url: string) => Promise<Recorded<R>>;
}

/**
 * Makes a new link and voids the previous one, in the same write.
 *
 * @param readUser reads the user again, and throws where the user may not have a link
 * @throws WriteContention, and what `readUser` throws
 */
export async function createVerificationLink<R>(
  readUser: () => Promise<User>,
  terms: LinkOptions,
  request: CreateLinkRequest<R>,
): Promise<R> {
  return retryOnConflict(async () => tryCreateVerificationLink(await readUser(), terms, request));
}

/** The address of the link that the user may still open, if there is one. */
export async function findOpenVerificationUrl(
  user: User,
  { baseUrl, nowMs }: LinkRequestContext,
): Promise<string | undefined> {
  const link = findOpenLink(user, nowMs);
  return link === undefined ? undefined : buildLinkUrl(baseUrl, (await linkTokensFor(user.id))(link.id));
}

function buildLinkUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/verify/${token}`;
}

/** Makes a new link for a user as it was read; `undefined`, without a new link, when the user changed in between. */
export async function tryCreateVerificationLink<R>(
  user: User,
  { country, redirectUri }: LinkOptions,
  { baseUrl, nowMs, prepare }: CreateLinkRequest<R>,
): Promise<R | undefined> {
  const id = newId(nowMs);
  const token = (await linkTokensFor(user.id))(id);
  const kind = verificationKindFor(user.type);
  const expiresAtMs = nowMs + VERIFICATION_LINK_LIFETIME_MS;
  const ids = { userId: user.id, partnerId: user.partnerId };
  const after: User = {
    ...user,
    verificationLink: { id, expiresAtMs },
    version: user.version + 1,
    updatedAtMs: nowMs,
  };
  const answer = await prepare(buildLinkUrl(baseUrl, token));
  const saved = await writeIfConditionsHold([
    ...userWrites(user, after),
    newLink(token, { ...ids, kind, linkId: id, personId: undefined, expiresAtMs }),
    newVerificationSession({ ...ids, id, kind, country, redirectUri, expiresAtMs }),
    ...answer.writes,
  ]);
  return saved ? answer.reply : undefined;
}
