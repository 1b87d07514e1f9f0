/** Reads the records that a creation needs, and writes the new transaction, for every kind of transaction. */
import { quoteUsed } from '#shared/api/problems';
import type { BankDetails } from '#shared/bank-accounts/domain/bank-account';
import type { BankAccountRecord } from '#shared/bank-accounts/domain/bank-account-record';
import {
  decodeLiveBankAccount,
  type SavedAccount,
  saveInlineAccount,
  uniqueKeyForAccount,
  uniqueKeyForDetails,
} from '#shared/bank-accounts/repository';
import { isTargetCountry } from '#shared/corridors/domain/payout-zones';
import { bankAccountKey, quoteKey, type RecordKey, userKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import { readItem, readItems, type StoredRecord } from '#shared/dynamodb/table';
import { ConditionsFailed, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import type { IdempotencyKey } from '#shared/http/idempotency/idempotency-key';
import { type IdempotencyScope, idempotencyRecordKey } from '#shared/http/idempotency/repository';
import { limitsAt } from '#shared/limits/domain/limit';
import { counterReads, type LimitCounter } from '#shared/limits/repository';
import type { Caller } from '#shared/partners/domain/partner';
import { wholeNumber } from '#shared/platform/config/environment';
import type { Quote } from '#shared/quotes/domain/quote';
import type { SandboxRule } from '#shared/quotes/domain/sandbox-amounts';
import { decodeQuote } from '#shared/quotes/item';
import { spendQuote } from '#shared/quotes/repository';
import type { Annotations } from '#shared/transactions/domain/annotations';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { eventNotificationWrites, simulationWrite, transactionCreationWrites } from '#shared/transactions/repository';
import type { User } from '#shared/users/domain/user';
import { decodeLiveUser, verifiedUserCheck } from '#shared/users/repository';
import { isUuid, normalizeId } from '#shared/values/ids';
import type { EventName } from '#shared/webhooks/domain/events';
import { chooseRecipients, type Recipients } from '#shared/webhooks/repository';

/** A request that creates a transaction (on-ramp, off-ramp or cross-ramp). */
export interface CreationRequest {
  readonly caller: Caller;
  readonly body: Annotations & { readonly userId: string; readonly quoteId?: string | undefined };
  readonly idempotency: IdempotencyKey | undefined;
  readonly baseUrl: string;
  readonly nowMs: number;
}

/** Bank account choices in a request. `savedId` takes precedence over `details`, and `details` over `receiverId`. */
export interface AccountChoice {
  readonly userId: string;
  readonly savedId: string | undefined;
  readonly details: BankDetails | undefined;
  /** Country of `details`; `undefined` if only the quote specifies the country. */
  readonly country: string | undefined;
  readonly receiverId: string | undefined;
}

/** Item read for the bank account: the saved account, or the uniqueness record for the details in the request. */
export interface AccountRead {
  readonly key: RecordKey | undefined;
  readonly item: StoredRecord | undefined;
}

/** Stored items that a creation depends on. */
export interface CreationRecords {
  /** The user, even if the user belongs to another partner. */
  readonly user: User | undefined;
  /** The caller's quote; `undefined` if the quote is unknown or belongs to another partner. */
  readonly quote: Quote | undefined;
  readonly idempotencyRecord: StoredRecord | undefined;
  /** Returns the recipients of an event from the partner's current webhook settings. */
  readonly recipients: (event: EventName) => Recipients;
  readonly account: AccountRead;
  /** Limits over time of the user and the partner, with current usage. */
  readonly counters: readonly LimitCounter[];
}

/** Reads all records of a creation in one consistent batch. */
export async function readCreationRecords(
  { caller, body, nowMs }: CreationRequest,
  scope: IdempotencyScope | undefined,
  choice: AccountChoice | undefined,
): Promise<CreationRecords> {
  const quoteId = body.quoteId === undefined ? undefined : normalizeId(body.quoteId);
  const accountKey = choice && accountKeyFor(choice);
  const limits = counterReads(limitsAt(caller.agreement.limits, nowMs), { ...caller, userId: body.userId });
  // For a record that the request does not need, use the user's key: the batch reads each item once, so this key adds no read.
  const unused = userKey(body.userId);
  const [user, settings, quote, record, account, ...counted] = await readItems([
    userKey(body.userId),
    webhookSettingsKey(caller.partnerId),
    quoteId === undefined ? unused : quoteKey(quoteId),
    scope === undefined ? unused : idempotencyRecordKey(scope),
    accountKey ?? unused,
    ...limits.keys,
  ]);
  const isOwnQuote = quoteId !== undefined && quote?.partnerId === caller.partnerId;
  return {
    user: user && decodeLiveUser(user),
    quote: isOwnQuote ? decodeQuote(quote) : undefined,
    idempotencyRecord: scope && record,
    recipients: (event) => chooseRecipients(settings, event),
    account: { key: accountKey, item: accountKey && account },
    counters: limits.decode(counted),
  };
}

function accountKeyFor({ savedId, details, country, userId }: AccountChoice): RecordKey | undefined {
  if (savedId !== undefined) return isUuid(savedId) ? bankAccountKey(savedId.toLowerCase()) : undefined;
  if (details === undefined || country === undefined || !isTargetCountry(country)) return undefined;
  return uniqueKeyForDetails({ userId, receiverId: undefined }, country, details);
}

/** Decodes the saved account that the creation read; `undefined` if no such account exists. */
export function savedAccount({ item }: AccountRead): BankAccountRecord | undefined {
  return item && decodeLiveBankAccount(item);
}

/**
 * Finds the account of the same owner with the same routing details as `record`. If no such account exists, returns the writes
 * that save `record`. Reads the item at the uniqueness key, unless `readCreationRecords` has already read that item.
 */
export async function saveDetails(record: BankAccountRecord, { key, item }: AccountRead): Promise<SavedAccount> {
  const uniqueKey = uniqueKeyForAccount(record);
  const isRead = uniqueKey.PK === key?.PK && uniqueKey.SK === key.SK;
  return saveInlineAccount(record, isRead ? item : await readItem(uniqueKey));
}

/** A transaction that passed every rule, with its additional writes. */
export interface ComposedTransaction<T extends Transaction = Transaction> {
  readonly next: T;
  /** Simulation rule if the amount is a sandbox amount. */
  readonly sandboxRule: SandboxRule | undefined;
  /** True if the write must fail unless every beneficial owner of the user has signed. @default false */
  readonly allSigned?: boolean;
  /** Additional writes, such as the bank account that this creation saves. @default nothing */
  readonly additionalWrites?: readonly PendingWrite[];
}

export interface Creation extends ComposedTransaction, Pick<CreationRecords, 'recipients'> {
  readonly user: User;
}

/**
 * Stores the transaction and all related records atomically, for a verified user only (contract, Names and people).
 * @returns false if another change conflicted; nothing was written
 * @throws Problem if another transaction has used the quote
 */
export async function commitCreation(creation: Creation, responseWrites: readonly PendingWrite[]): Promise<boolean> {
  const { next, user, recipients, allSigned = false, additionalWrites = [] } = creation;
  const { createdEvent: event } = kindFacts[next.kind];
  const quoteWrites = next.quoteId === undefined ? [] : [spendQuote(next.quoteId, next.id)];
  try {
    await writeAtomically([
      ...responseWrites,
      ...quoteWrites,
      ...transactionCreationWrites(next),
      ...eventNotificationWrites(event, next, { user, recipients: recipients(event) }),
      ...simulationStartWrites(creation),
      ...additionalWrites,
      verifiedUserCheck(user.id, { allSigned }),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const unusable = quoteWrites.length === 0 ? undefined : error.at(responseWrites.length);
    if (unusable !== undefined) throw quoteUsed(String(unusable.item?.usedBy));
    return false;
  }
}

function simulationStartWrites({ next, sandboxRule }: Creation): PendingWrite[] {
  if (sandboxRule === undefined) return [];
  const { id: transactionId, partnerId, createdAtMs } = next;
  const dueAtMs = createdAtMs + wholeNumber('SANDBOX_STEP_MS');
  const { branch } = sandboxRule;
  return [simulationWrite({ transactionId, partnerId, branch, deposits: true, dueAtMs }, undefined)];
}
