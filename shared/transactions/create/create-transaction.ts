/** Creates an on-ramp, off-ramp or cross-ramp: one read of all records that the rules need, then one atomic write. */

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

// Bank account of a payout: a saved account, a receiver's account, or the details in the request.

/** Bank account of a payout, as the transaction stores the account. */
export interface PayoutAccount {
  readonly account: BankAccount;
  readonly bankAccountId: string;
  /** Writes that save a new account together with the transaction; empty for an account that is already saved. */
  readonly writes: readonly PendingWrite[];
}

/** Returns the saved account of the request. @throws Problem if the account is unknown or has another owner */
export function requireSavedAccount(userId: string, account: AccountRead, caller: Caller): BankAccountRecord {
  return requireOwnBankAccount(savedAccount(account), { partnerId: caller.partnerId, userId });
}

/**
 * Returns the request's saved account or its receiver's newest account; `undefined` for inline details or no account.
 * @throws Problem if the account or receiver is unknown or has another owner
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

/** Bank account details in a request, with their path and country. */
export interface InlineDetails {
  readonly country: TargetCountry;
  readonly details: BankDetails | undefined;
  /** Dotted path of the details in the request body. */
  readonly prefix: string;
  readonly account: AccountRead;
}

/**
 * Returns `named` if present. Otherwise finds the user's account with the inline details, or builds a new account.
 * @throws Problem if the inline details are invalid
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

/** Records that the rules of a creation need. The user is verified and belongs to the caller. */
export type CreationContext = CreationRecords & {
  readonly user: User;
  /** Returns the payment page's token for a transaction id. */
  readonly tokenFor: (transactionId: string) => string;
  /** Counts the payment towards the limits over time. @throws Problem if a limit is exceeded */
  readonly count: (paid: Money) => Promise<CountedOrder>;
};

/** Rules that differ between on-ramps, off-ramps and cross-ramps. */
export interface CreationRules<R extends CreationRequest, T extends Transaction, Data> {
  /** Reads the bank account of the payout from the request. Absent for on-ramps. */
  readonly accountChoice?: (body: R['body']) => AccountChoice;
  /** Builds the requested transaction. @throws Problem for the first broken rule */
  readonly compose: (request: R, context: CreationContext) => Promise<ComposedTransaction<T>>;
  readonly toResponse: (transaction: T, paymentUrl: string) => Data;
}

/** Idempotency functions for one request. */
interface Idempotency<Data> {
  readonly record: RecordData<Data>;
  readonly prefetched: PrefetchedRecord<Data>;
}

interface Created {
  readonly id: string;
  readonly paymentUrl: string | null;
}

/**
 * Idempotency options for creating any transaction. The stored response never contains the payment page's link; a replayed
 * response gets a newly built link.
 */
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

/**
 * Maximum attempts to create a transaction. If the partner has limits over time, concurrent creations write the same limit
 * counters and conflict more often.
 */
const MAX_ATTEMPTS = 4;
const MAX_ATTEMPTS_WITH_LIMITS = 10;

/**
 * Creates a transaction by the rules of its kind. Retries if another change conflicts with the write.
 * @throws Problem for the first broken rule
 * @throws WriteContention if every attempt conflicted with another change
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
        // Retry: concurrent creations for one user conflict, because each write locks the user's item.
        if (error instanceof WriteContention) return undefined;
        throw error;
      }
    },
    { maxAttempts: request.caller.agreement.limits === undefined ? MAX_ATTEMPTS : MAX_ATTEMPTS_WITH_LIMITS },
  );
}

/** Makes one attempt. Returns `undefined` if another change conflicted; nothing was written. */
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
  // Replay before the other checks: a stored response stays valid after the quote expires or the verification is revoked.
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

/** Builds the fields that every new transaction has, except amounts and accounts. */
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
