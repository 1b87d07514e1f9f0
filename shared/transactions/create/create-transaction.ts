/** Creates a transaction of any kind: one read of the records that the rules need, one atomic write. */

import { invalidInput, userNotVerified } from '#shared/api/problems';
import { type BankAccount, type BankDetails, bankAccountFromDetails } from '#shared/bank-accounts/domain/bank-account';
import {
  type BankAccountRecord,
  bankAccountFromRecord,
  isVerified,
  newBankAccount,
} from '#shared/bank-accounts/domain/bank-account-record';
import { detailViolations } from '#shared/bank-accounts/fields';
import { findNewestReceiverAccount } from '#shared/bank-accounts/repository';
import { requireOwnBankAccount } from '#shared/bank-accounts/require-own-bank-account';
import type { TargetCountry } from '#shared/corridors/domain/payout-zones';
import { retryOnConflict, WriteContention } from '#shared/dynamodb/retry-on-conflict';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import type { PrefetchedRecord, RecordData } from '#shared/http/idempotency/recorded-response';
import type { DataReply } from '#shared/http/responses';
import type { Caller } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
import { readOwnReceiver } from '#shared/receivers/read-own-receiver';
import { type CountedOrder, countOrder } from '#shared/transactions/create/count-order';
import { changeAnnotations } from '#shared/transactions/domain/annotations';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { linkDigest } from '#shared/transactions/payment-links/token';
import { paymentTokensFor, paymentUrl } from '#shared/transactions/payment-links/urls';
import type { User } from '#shared/users/domain/user';
import { requireOwnUser } from '#shared/users/read-own-user';
import { newId } from '#shared/values/ids';
import type { Money } from '#shared/values/money/money';
import type { TransactionKind } from '#shared/values/transaction-kinds';
import {
  type AccountChoice,
  type AccountRead,
  type ComposedTransaction,
  type CreationRecords,
  type CreationRequest,
  commitCreation,
  readCreationRecords,
  saveDetails,
  savedAccount,
} from './repository';

// The bank account that a transaction pays out to: a saved one, a receiver's, or the details in the request.

/** The account as the transaction stores it, and the actions that belong to the transaction's write. */
export interface PayoutAccount {
  readonly account: BankAccount;
  readonly bankAccountId: string;
  /** A receiver's account passes no penny test: the user does not own it. */
  readonly writes: readonly PendingWrite[];
}

/** The saved account of the request, as it was read. @throws Problem when it is unknown or another's */
export function requireSavedAccount(userId: string, account: AccountRead, caller: Caller): BankAccountRecord {
  return requireOwnBankAccount(savedAccount(account), { partnerId: caller.partnerId, userId });
}

/**
 * The account that a request names: a saved one, or the newest of a receiver; `undefined` when it brings details of its
 * own, or nothing.
 * @throws Problem when there is no such account or receiver, or it is another's
 */
export async function findNamedAccount(
  { userId, savedId, details, receiverId }: AccountChoice,
  account: AccountRead,
  caller: Caller,
): Promise<BankAccountRecord | undefined> {
  if (savedId !== undefined) return requireSavedAccount(userId, account, caller);
  if (details !== undefined || receiverId === undefined) return undefined;
  const receiver = await readOwnReceiver(receiverId, caller);
  const newest = await findNewestReceiverAccount(caller.partnerId, receiver.id);
  return requireOwnBankAccount(newest, { partnerId: caller.partnerId, userId });
}

/** The details in a request, with their path and their country. */
export interface InlineDetails {
  readonly country: TargetCountry;
  readonly details: BankDetails | undefined;
  /** Dotted path of the details in the request. */
  readonly prefix: string;
  /** The account as the read of the creation found it. */
  readonly account: AccountRead;
}

/**
 * The named account; without one the inline details, which are checked and saved with the transaction, unless their owner
 * has an equal account.
 * @throws Problem
 */
export async function resolvePayoutAccount(
  { caller, body, nowMs }: CreationRequest,
  named: BankAccountRecord | undefined,
  { country, details = {}, prefix, account }: InlineDetails,
): Promise<PayoutAccount> {
  if (named !== undefined) return { account: bankAccountFromRecord(named), bankAccountId: named.id, writes: [] };
  const violations = detailViolations(country, details, { prefix, stage: stage() });
  if (violations.length > 0) throw invalidInput(violations);
  const { isVerified: _isVerified, ...checked } = bankAccountFromDetails(country, details);
  const owner = { partnerId: caller.partnerId, userId: body.userId, receiverId: undefined };
  const record = newBankAccount({ ...owner, id: newId(nowMs), details: checked }, nowMs);
  const saved = await saveDetails(record, account);
  return {
    account: { ...checked, isVerified: isVerified(saved.verificationStatus) },
    bankAccountId: saved.bankAccountId,
    writes: saved.writes,
  };
}

/** Stored records that the rules of a creation need, of a verified user of the caller. */
export type CreationContext = CreationRecords & {
  readonly user: User;
  /** The token of the payment page, by the transaction's id. */
  readonly tokenFor: (transactionId: string) => string;
  /** Counts the payment towards the limits over time. @throws Problem */
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

/** Attempts of a creation; they conflict if several creations of a partner meet at a limit. */
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
        // A user with many simultaneous creations: each locks the user's item during its write.
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
    ...changeAnnotations({}, body),
  };
}
