/** The one read and the one write of a creation, of every kind of transaction. */
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

/** The request of a creation, of any kind. */
export interface CreationRequest {
  readonly caller: Caller;
  readonly body: Annotations & { readonly userId: string; readonly quoteId?: string | undefined };
  readonly idempotency: IdempotencyKey | undefined;
  readonly baseUrl: string;
  readonly nowMs: number;
}

/** The account of a request. A saved id takes precedence over details, and both over a receiver. */
export interface AccountChoice {
  readonly userId: string;
  readonly savedId: string | undefined;
  readonly details: BankDetails | undefined;
  /** Country of the details, as far as it is known before the quote is read. */
  readonly country: string | undefined;
  readonly receiverId: string | undefined;
}

/** The account as the read of a creation found it: the saved record, or the claim on equal details. */
export interface AccountRead {
  readonly key: RecordKey | undefined;
  readonly item: StoredRecord | undefined;
}

/** The stored items that a creation depends on. */
export interface CreationRecords {
  /** The user, of any partner. */
  readonly user: User | undefined;
  /** The caller's quote; another partner's is as unknown as one that is not there. */
  readonly quote: Quote | undefined;
  /** The idempotency record of the request, as read. */
  readonly idempotencyRecord: StoredRecord | undefined;
  /** Returns the recipients of an event by the partner's present webhook settings. */
  readonly recipients: (event: EventName) => Recipients;
  readonly account: AccountRead;
  /** The limits over time of the user and the partner, with their usage. */
  readonly counters: readonly LimitCounter[];
}

/** Reads all of them at once, consistently. */
export async function readCreationRecords(
  { caller, body, nowMs }: CreationRequest,
  scope: IdempotencyScope | undefined,
  choice: AccountChoice | undefined,
): Promise<CreationRecords> {
  const quoteId = body.quoteId === undefined ? undefined : normalizeId(body.quoteId);
  const accountKey = choice && accountKeyFor(choice);
  const limits = counterReads(limitsAt(caller.agreement.limits, nowMs), { ...caller, userId: body.userId });
  // A place that is not needed reads the user again: the batch asks for each item once.
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

/** The saved account that the request names, as it was read. */
export function savedAccount({ item }: AccountRead): BankAccountRecord | undefined {
  return item && decodeLiveBankAccount(item);
}

/** Saves the details of a request as an account, unless their owner has an equal one: a wrong guess of the country costs one more read. */
export async function saveDetails(record: BankAccountRecord, { key, item }: AccountRead): Promise<SavedAccount> {
  const uniqueKey = uniqueKeyForAccount(record);
  const isRead = uniqueKey.PK === key?.PK && uniqueKey.SK === key.SK;
  return saveInlineAccount(record, isRead ? item : await readItem(uniqueKey));
}

/** A transaction that passed every rule, with the writes that belong to it. */
export interface ComposedTransaction<T extends Transaction = Transaction> {
  readonly next: T;
  /** The rule of its amount, if it is a sandbox amount. */
  readonly sandboxRule: SandboxRule | undefined;
  /** True if every beneficial owner of the user must have signed at the moment of the write. @default false */
  readonly allSigned?: boolean;
  /** Other writes of this creation, such as the bank account it saves. @default nothing */
  readonly additionalWrites?: readonly PendingWrite[];
}

export interface Creation extends ComposedTransaction, Pick<CreationRecords, 'recipients'> {
  readonly user: User;
}

/**
 * Writes the quote's use, the transaction, its notification, for a sandbox amount its simulation, and the record of the
 * response. All of it or none, and only while the user is verified (contract, Names and people).
 *
 * @returns false if another change came in between: nothing was written then
 * @throws Problem if the quote was used for another transaction
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
