/** Creates a transaction of any kind: one read of the records that the rules need, one atomic write. */

import { userNotVerified } from '#shared/api/problems';
import { WriteContention } from '#shared/dynamodb/errors';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { PrefetchedRecord, RecordData } from '#shared/http/idempotency/idempotent-operation';
import type { DataReply } from '#shared/http/partner-endpoint';
import { type CountedOrder, countOrder } from '#shared/limits/count-order';
import { kindFacts, type TransactionKind } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { linkDigest } from '#shared/transactions/payment-links/token';
import { paymentTokensFor, paymentUrl } from '#shared/transactions/payment-links/urls';
import type { User } from '#shared/users/domain/user';
import { requireOwnUser } from '#shared/users/read-own-user';
import { newId } from '#shared/values/ids';
import type { Money } from '#shared/values/money/money';
import {
  type AccountChoice,
  type ComposedTransaction,
  type CreationRecords,
  type CreationRequest,
  commitCreation,
  readCreationRecords,
} from './repository';

/** Stored records that the rules of a creation need, of a verified user of the caller. */
export type CreationContext = CreationRecords & {
  readonly user: User;
  /** The token of the payment page, by the transaction's id. */
  readonly tokenFor: (transactionId: string) => string;
  /** Counts what is paid in towards the limits over time. @throws Problem */
  readonly count: (paid: Money) => Promise<CountedOrder>;
};

/** Rules that differ between the kinds of transaction. */
export interface CreationRules<R extends CreationRequest, T extends Transaction, Data> {
  /** Reads from the request which bank account is paid, for kinds that pay one. */
  readonly accountChoice?: (body: R['body']) => AccountChoice;
  /** Builds the requested transaction; throws the first broken rule. @throws Problem */
  readonly compose: (request: R, context: CreationContext) => Promise<ComposedTransaction<T>>;
  /** The data of the response. */
  readonly toResponse: (transaction: T, paymentUrl: string) => Data;
}

/** The idempotency of one request. */
interface Idempotency<Data> {
  readonly record: RecordData<Data>;
  readonly prefetched: PrefetchedRecord<Data>;
}

interface Created {
  readonly id: string;
  readonly paymentUrl: string | null;
}

/** Options of the idempotency of every creation. The link of the payment page is stored nowhere. */
export const creationIdempotency = {
  owner: async ({ body }: Pick<CreationRequest, 'body'>) => body.userId,
  readsRecord: true,
  unstored: {
    hide: <Data extends Created>(data: Data): Data => ({ ...data, paymentUrl: null }),
    async show<Data extends Created>(data: Data, { caller, baseUrl }: CreationRequest): Promise<Data> {
      const tokenFor = await paymentTokensFor(caller.partnerId);
      return { ...data, paymentUrl: paymentUrl(baseUrl, tokenFor(data.id)) };
    },
  },
};

/** Attempts of a creation, each with what is stored by then: more where creations of a partner meet at a limit. */
const MAX_ATTEMPTS = 4;
const MAX_ATTEMPTS_WITH_LIMITS = 10;

/**
 * Creates a transaction by the rules of its kind, and again from its read on if another change came between the read
 * and the write.
 *
 * @throws Problem of the first rule that is broken
 * @throws WriteContention if another change came in between in every attempt: nothing was written
 */
export function createTransaction<R extends CreationRequest, T extends Transaction, Data>(
  request: R,
  idempotency: Idempotency<Data>,
  rules: CreationRules<R, T, Data>,
): Promise<DataReply<Data>> {
  return retryOnConflict(
    async () => {
      try {
        return await attemptCreation(request, idempotency, rules);
      } catch (error) {
        // A user with many creations at once: each holds the user's item for the moment of its write.
        if (error instanceof WriteContention) return undefined;
        throw error;
      }
    },
    { maxAttempts: request.caller.agreement.limits === undefined ? MAX_ATTEMPTS : MAX_ATTEMPTS_WITH_LIMITS },
  );
}

/** One attempt: `undefined` if another change came in between; nothing was written then. */
async function attemptCreation<R extends CreationRequest, T extends Transaction, Data>(
  request: R,
  { record, prefetched }: Idempotency<Data>,
  { accountChoice, compose, toResponse }: CreationRules<R, T, Data>,
): Promise<DataReply<Data> | undefined> {
  const [records, tokenFor] = await Promise.all([
    readCreationRecords(request, prefetched.scope, accountChoice?.(request.body)),
    paymentTokensFor(request.caller.partnerId),
  ]);
  const user = requireOwnUser(records.user, request.caller);
  // A replay holds after the quote has expired or the verification was revoked.
  const replay = await prefetched.replay(records.idempotencyRecord);
  if (replay !== undefined) return replay;
  if (user.kycStatus !== 'VERIFIED') throw userNotVerified();
  const count = (paid: Money) => countOrder(request, records.counters, paid);
  const context = { ...records, user, tokenFor, count };
  const composed = await compose(request, context);
  const url = paymentUrl(request.baseUrl, tokenFor(composed.next.id));
  const { writes, reply } = await record(toResponse(composed.next, url));
  return (await commitCreation({ ...context, ...composed }, writes)) ? reply : undefined;
}

/** Builds the fields that every new transaction has, before its amounts and its accounts. */
export function newTransaction<K extends TransactionKind>(
  kind: K,
  { caller, body, nowMs }: CreationRequest,
  { quote, tokenFor }: CreationContext,
) {
  const { initial: status, expiryMs } = kindFacts[kind];
  const id = newId(nowMs);
  return {
    kind,
    status,
    id,
    partnerId: caller.partnerId,
    userId: body.userId,
    quoteId: quote?.id,
    version: 1,
    sequence: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    deadlineMs: nowMs + expiryMs,
    completedAtMs: undefined,
    cancellationReason: undefined,
    payoutReturn: undefined,
    refundHeld: undefined,
    depositRail: undefined,
    payoutRail: undefined,
    hold: undefined,
    surplusDeposits: [],
    depositTerms: caller.agreement.deposits,
    linkDigest: linkDigest(tokenFor(id)),
  };
}
