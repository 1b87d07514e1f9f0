/** The one read of a creation, for all three kinds. */
import { userNotVerified } from '#shared/api/problems';
import { quoteKey, type RecordKey, userKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import { readItems, type StoredRecord } from '#shared/dynamodb/table';
import { findReplay } from '#shared/http/idempotency/find-replay';
import type { IdempotencyKey } from '#shared/http/idempotency/idempotency-key';
import {
  type IdempotencyScope,
  idempotencyRecordKey,
  type ReplayableResponse,
} from '#shared/http/idempotency/repository';
import type { Caller } from '#shared/partners/domain/partner';
import { decodeQuote } from '#shared/quotes/item';
import type { User } from '#shared/users/domain/user';
import { requireOwnUser } from '#shared/users/read-own-records';
import { decodeLiveUser } from '#shared/users/repository';
import { normalizeId } from '#shared/values/ids';
import type { EventName } from '#shared/webhooks/domain/events';
import { shouldDeliver } from '#shared/webhooks/settings/repository';

export interface CreationRequest {
  readonly caller: Caller;
  readonly idempotency: IdempotencyKey | undefined;
  readonly nowMs: number;
  readonly userId: string;
  readonly quoteId: string | undefined;
  /** Keys of further items that the rules of this creation need. */
  readonly extraKeys?: readonly RecordKey[];
}

/** The stored items that a creation depends on. */
export interface CreationContext {
  readonly user: User;
  /** The caller's quote; another partner's is as unknown as one that is not there. */
  readonly quote: ReturnType<typeof decodeQuote> | undefined;
  readonly scope: IdempotencyScope | undefined;
  /** Whether an event is sent by the partner's webhook settings of this moment. */
  readonly delivers: (event: EventName) => boolean;
  /** The further items, in the order of their keys. */
  readonly extraItems: readonly (StoredRecord | undefined)[];
}

/**
 * Reads all of it at once, consistently, and checks what comes before every other rule: that the user is the caller's,
 * whether the key has an answer already (a replay is answered even after the quote has expired or the verification was
 * revoked), and that the user is verified.
 *
 * @throws Problem
 */
export async function readCreationContext(
  request: CreationRequest,
): Promise<CreationContext | { readonly replay: ReplayableResponse }> {
  const { caller, idempotency, userId, nowMs, extraKeys = [] } = request;
  const quoteId = request.quoteId === undefined ? undefined : normalizeId(request.quoteId);
  const scope =
    idempotency === undefined ? undefined : { ...idempotency, partnerId: caller.partnerId, userId };
  const [user, settings, quote, record, ...rest] = await readItems([
    userKey(userId),
    webhookSettingsKey(caller.partnerId),
    // A place that is not needed reads the user again: the batch asks for each item once.
    quoteId === undefined ? userKey(userId) : quoteKey(quoteId),
    scope === undefined ? userKey(userId) : idempotencyRecordKey(scope),
    ...extraKeys,
  ]);
  const own = requireOwnUser(decodeLiveUser(user), caller);
  const replay = scope === undefined ? undefined : findReplay(scope, record, nowMs);
  if (replay !== undefined) return { replay };
  if (own.kycStatus !== 'VERIFIED') throw userNotVerified();
  const isOwnQuote = quoteId !== undefined && quote?.partnerId === caller.partnerId;
  return {
    user: own,
    quote: isOwnQuote ? decodeQuote(quote) : undefined,
    scope,
    delivers: (event) => shouldDeliver(settings, event),
    extraItems: rest,
  };
}
