/** Creates a transaction of any kind: one read of the records that the rules need, one atomic write. */

import * as z from 'zod/mini';
import { Problem, userNotVerified } from '#shared/api/problems';
import { WriteContention } from '#shared/dynamodb/errors';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { findRecord, findReplay } from '#shared/http/idempotency/repository';
import { successBody } from '#shared/http/responses';
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
  type StoredResponse,
  scopeFor,
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
export interface CreationRules<R extends CreationRequest, T extends Transaction> {
  /** Reads from the request which bank account is paid, for kinds that pay one. */
  readonly accountChoice?: (body: R['body']) => AccountChoice;
  /** Builds the requested transaction; throws the first broken rule. @throws Problem */
  readonly compose: (request: R, context: CreationContext) => Promise<ComposedTransaction<T>>;
  /** The data of the answer. */
  readonly toResponse: (transaction: T) => unknown;
}

/** Attempts of a creation, each with what is stored by then: more where creations of a partner meet at a limit. */
const MAX_ATTEMPTS = 4;
const MAX_ATTEMPTS_WITH_LIMITS = 10;

/**
 * Creates a transaction by the rules of its kind, and again from its read on where another change came between the read
 * and the write. What refuses it may be what an equal request has just done, such as the use of its quote: then that
 * one's answer is the answer.
 *
 * @throws Problem of the first rule that is broken
 * @throws WriteContention when another change came in between in every attempt: nothing was written
 */
export async function createTransaction<R extends CreationRequest, T extends Transaction>(
  request: R,
  rules: CreationRules<R, T>,
): Promise<StoredResponse> {
  const { stored, replayed } = await retryOnConflict(
    async () => {
      try {
        return await attemptCreation(request, rules);
      } catch (error) {
        // A user with many creations at once: each holds the user's item for the moment of its write.
        if (error instanceof WriteContention) return undefined;
        const equal = error instanceof Problem ? await findEqualResponse(request) : undefined;
        if (equal === undefined) throw error;
        return equal;
      }
    },
    { maxAttempts: request.caller.agreement.limits === undefined ? MAX_ATTEMPTS : MAX_ATTEMPTS_WITH_LIMITS },
  );
  return { stored: { ...stored, text: await withPaymentUrl(stored.text, request) }, replayed };
}

const created = z.object({ data: z.object({ id: z.string() }) });
/** The member of a stored answer that the link stands in. Quotation marks inside of a text are escaped, so nothing else is it. */
const NO_URL = '"paymentUrl":null';

/** The answer with the link of the payment page, which is stored nowhere. Stored answers of earlier releases have no place for it. */
async function withPaymentUrl(text: string, { caller, baseUrl }: CreationRequest): Promise<string> {
  if (!text.includes(NO_URL)) return text;
  const { data } = created.parse(JSON.parse(text));
  const tokenFor = await paymentTokensFor(caller.partnerId);
  return text.replace(NO_URL, () => `"paymentUrl":${JSON.stringify(paymentUrl(baseUrl, tokenFor(data.id)))}`);
}

/** One attempt: `undefined` when another change came in between; nothing was written then. */
async function attemptCreation<R extends CreationRequest, T extends Transaction>(
  request: R,
  { accountChoice, compose, toResponse }: CreationRules<R, T>,
): Promise<StoredResponse | undefined> {
  const [records, tokenFor] = await Promise.all([
    readCreationRecords(request, accountChoice?.(request.body)),
    paymentTokensFor(request.caller.partnerId),
  ]);
  const user = requireOwnUser(records.user, request.caller);
  // A replay holds after the quote has expired or the verification was revoked.
  const replay = records.findReplay();
  if (replay !== undefined) return { stored: replay, replayed: true };
  if (user.kycStatus !== 'VERIFIED') throw userNotVerified();
  const count = (paid: Money) => countOrder(request, records.counters, paid);
  const context = { ...records, user, tokenFor, count };
  const composed = await compose(request, context);
  const response = { status: 201, text: successBody(toResponse(composed.next)) };
  return commitCreation({ ...context, ...composed, response });
}

async function findEqualResponse(request: CreationRequest): Promise<StoredResponse | undefined> {
  const scope = scopeFor(request);
  const stored = scope && findReplay(scope, await findRecord(scope), request.nowMs);
  return stored && { stored, replayed: true };
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
