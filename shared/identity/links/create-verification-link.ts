/** Creates links to the hosted verification page. */
import { wrongVerificationKind } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import type { Recorded } from '#shared/http/idempotency/recorded-response';
import { resubmissionOf } from '#shared/identity/domain/resubmission';
import {
  findOpenLink,
  VERIFICATION_LINK_LIFETIME_MS,
  type VerificationKind,
  verificationKindFor,
} from '#shared/identity/domain/verification-link';
import { findVerification } from '#shared/identity/repository';
import { linkNotification } from '#shared/identity/sessions/link-events';
import { newVerificationSession } from '#shared/identity/sessions/repository';
import { assertCanStartVerification, requireKycTemplate } from '#shared/identity/verification-rules';
import { linkTokensFor, type TokenForLink } from '#shared/links/link-tokens';
import { newLink } from '#shared/links/repository';
import type { Caller } from '#shared/partners/domain/partner';
import { type User, withNextVersion } from '#shared/users/domain/user';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { userWrites } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import { notificationWrites, readRecipients } from '#shared/webhooks/repository';

/** Request whose response shows a link. */
export interface LinkRequestContext {
  readonly baseUrl: string;
  readonly nowMs: number;
}

/** Request that creates a link. */
interface CreateLinkRequest<R> extends LinkRequestContext {
  /** Returns tokens for the user's links. */
  readonly tokenFor: TokenForLink;
  /** Builds the response that contains the link's URL. The response's idempotency record is committed together with the link. */
  readonly prepare: (url: string) => Promise<Recorded<R>>;
}

interface OwnLinkRequest extends LinkRequestContext {
  readonly caller: Caller;
  readonly params: { readonly userId: string };
  readonly body: { readonly country: string; readonly partnerRedirectUri?: string | undefined };
}

/** Creates a link for a user of the caller, and invalidates older links. @throws Problem, WriteContention */
export async function requestVerificationLink<R>(
  kind: VerificationKind,
  { caller, params, body, baseUrl, nowMs }: OwnLinkRequest,
  prepare: CreateLinkRequest<R>['prepare'],
): Promise<R> {
  const { country, partnerRedirectUri: redirectUri } = body;
  return retryOnConflict(async () => {
    const [user, tokenFor] = await readOwnUserWith(params.userId, caller, linkTokensFor(params.userId));
    if (verificationKindFor(user.type) !== kind) throw wrongVerificationKind(kind);
    requireKycTemplate(user, country);
    assertCanStartVerification(user);
    return tryCreateVerificationLink(user, { country, redirectUri }, { baseUrl, nowMs, tokenFor, prepare });
  });
}

/** Returns the URL of the user's active link, if any. */
export async function findOpenVerificationUrl(
  user: User,
  { baseUrl, nowMs }: LinkRequestContext,
): Promise<string | undefined> {
  const link = findOpenLink(user, nowMs);
  return link === undefined ? undefined : `${baseUrl}/verify/${(await linkTokensFor(user.id))(link.id)}`;
}

/**
 * Creates a link and invalidates the previous link, in one write. docs/adr/021 describes the links of rejected users.
 * @returns `undefined` if the user changed in the meantime; nothing was written
 */
export async function tryCreateVerificationLink<R>(
  user: User,
  { country, redirectUri }: { readonly country: string; readonly redirectUri?: string | undefined },
  { baseUrl, nowMs, tokenFor, prepare }: CreateLinkRequest<R>,
): Promise<R | undefined> {
  const id = newId(nowMs);
  const token = tokenFor(id);
  const kind = verificationKindFor(user.type);
  const expiresAtMs = nowMs + VERIFICATION_LINK_LIFETIME_MS;
  const ids = { userId: user.id, partnerId: user.partnerId };
  const verificationLink = { id, expiresAtMs };
  const resubmission = await findResubmission(user, kind, country);
  const { sequence } = user;
  const after = { ...withNextVersion(user, nowMs), ...(resubmission === undefined && { sequence }), verificationLink };
  const session = { ...ids, id, kind, country, redirectUri, resubmission, expiresAtMs };
  const recorded = await prepare(`${baseUrl}/verify/${token}`);
  const saved = await writeIfConditionsHold([
    ...userWrites(user, after),
    newLink(token, { ...ids, kind, linkId: id, personId: undefined, expiresAtMs }),
    newVerificationSession(session),
    ...(resubmission === undefined ? [] : await resubmissionWrites(after, session)),
    ...recorded.writes,
  ]);
  return saved ? recorded.reply : undefined;
}

async function resubmissionWrites(user: User, session: Parameters<typeof linkNotification>[2]) {
  const event = 'VERIFICATION_RESUBMISSION_REQUESTED';
  const recipients = (await readRecipients(user.partnerId))(event);
  return notificationWrites(linkNotification(event, user, session, recipients));
}

/** Finds the items that a rejected user must enter again; `undefined` for all items. */
async function findResubmission({ id, kycStatus, verificationId }: User, kind: VerificationKind, country: string) {
  if (kycStatus !== 'REJECTED' || verificationId === undefined) return undefined;
  const rejected = await findVerification(id, verificationId);
  return rejected && resubmissionOf(rejected, kind, country);
}
