/** The one read of a creation, whatever is created. */
import { Problem } from '#shared/api/problems';
import { type IdempotencyScope, idempotencyRecordKey, type StoredAnswer } from '#shared/data/idempotency';
import { decodeQuote } from '#shared/data/items/quote';
import { type Key, quoteKey, userKey, webhookSettingsKey } from '#shared/data/keys';
import { type RawItem, readItems } from '#shared/data/table';
import { liveUser } from '#shared/data/users';
import { delivers } from '#shared/data/webhook-settings';
import { knownForm } from '#shared/domain/ids';
import type { EventName } from '#shared/domain/notifications/events';
import type { Caller } from '#shared/domain/partners/partner';
import type { User } from '#shared/domain/users/user';
import type { IdempotencyClaim } from '#shared/http/idempotency-claim';
import { ownUser } from '#shared/operations/ownership';
import { replayOf } from '#shared/operations/replay';

export interface CreationRequest {
  readonly caller: Caller;
  readonly idempotency: IdempotencyClaim | undefined;
  readonly nowMs: number;
  readonly userId: string;
  readonly quoteId: string | undefined;
  /** Keys of further items that the rules of this creation need. */
  readonly further?: readonly Key[];
}

/** What is on record about a request that may create something. */
export interface CreationFacts {
  readonly user: User;
  /** The caller's quote; another partner's is as unknown as one that is not there. */
  readonly quote: ReturnType<typeof decodeQuote> | undefined;
  readonly scope: IdempotencyScope | undefined;
  /** Whether an event is sent by the partner's webhook settings of this moment. */
  readonly delivers: (event: EventName) => boolean;
  /** The further items, in the order of their keys. */
  readonly further: readonly (RawItem | undefined)[];
}

/**
 * Reads all of it at once, consistently, and checks what comes before every rule: whose the user is, whether
 * the key has an answer already (a replay holds after the quote has expired or the verification was revoked),
 * and whether the user is verified.
 *
 * @throws Problem
 */
export async function readCreationFacts(
  request: CreationRequest,
): Promise<CreationFacts | { readonly replay: StoredAnswer }> {
  const { caller, idempotency, userId, nowMs, further = [] } = request;
  const quoteId = request.quoteId === undefined ? undefined : knownForm(request.quoteId);
  const scope =
    idempotency === undefined ? undefined : { ...idempotency, partnerId: caller.partnerId, userId };
  const [user, settings, quote, record, ...rest] = await readItems([
    userKey(userId),
    webhookSettingsKey(caller.partnerId),
    // A place that is not needed reads the user again: the batch asks for each item once.
    quoteId === undefined ? userKey(userId) : quoteKey(quoteId),
    scope === undefined ? userKey(userId) : idempotencyRecordKey(scope),
    ...further,
  ]);
  const own = ownUser(liveUser(user), caller);
  const replay = scope === undefined ? undefined : replayOf(scope, record, nowMs);
  if (replay !== undefined) return { replay };
  if (own.kycStatus !== 'VERIFIED') {
    throw new Problem(
      'USER_NOT_VERIFIED_ERROR',
      'User is not allowed to perform the operations because has not completed the KYC verification.',
    );
  }
  const mine = quoteId !== undefined && quote?.partnerId === caller.partnerId;
  return {
    user: own,
    quote: mine ? decodeQuote(quote) : undefined,
    scope,
    delivers: (event) => delivers(settings, event),
    further: rest,
  };
}
