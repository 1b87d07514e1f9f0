/** The bank account that a transaction pays out to: a saved one, a receiver's, or the details in the request. */

import { accountOfAnotherOwner, invalidInput, Problem } from '#shared/api/problems';
import {
  type BankAccount,
  type BankDetails,
  bankAccountFromDetails,
} from '#shared/bank-accounts/domain/bank-account';
import {
  type AccountOwner,
  type BankAccountRecord,
  bankAccountFromRecord,
  isVerified,
  newBankAccount,
} from '#shared/bank-accounts/domain/bank-account-record';
import { detailViolations } from '#shared/bank-accounts/fields';
import {
  decodeLiveBankAccount,
  findNewestReceiverAccount,
  saveInlineAccount,
  uniqueKeyForAccount,
  uniqueKeyForDetails,
} from '#shared/bank-accounts/repository';
import { requireOwnBankAccount } from '#shared/bank-accounts/require-own-bank-account';
import { isTargetCountry, type TargetCountry } from '#shared/corridors/domain/regions';
import { bankAccountKey, type RecordKey } from '#shared/dynamodb/keys';
import { readItem, type StoredRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import type { Caller } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
import { readOwnReceiver } from '#shared/receivers/read-own-receiver';
import { isUuid, newId } from '#shared/values/ids';
import type { FiatCurrency } from '#shared/values/money/currency';

/** The account of a request. A saved id takes precedence over details, and both over a receiver. */
export interface AccountChoice {
  readonly userId: string;
  readonly savedId: string | undefined;
  readonly details: BankDetails | undefined;
  readonly receiverId: string | undefined;
}

/** The account as the transaction stores it, and the actions that belong to the transaction's write. */
export interface PayoutAccount {
  readonly account: BankAccount;
  readonly bankAccountId: string;
  /** A receiver's account passes no penny test: the user does not own it. */
  readonly writes: readonly PendingWrite[];
}

/**
 * Key of the account's item, for the batch that a creation reads: the saved record, or the
 * index entry of the details.
 *
 * @param country that of the details, as far as it is known by then
 */
export function accountLookupKey(choice: AccountChoice, country: string | undefined): RecordKey | undefined {
  const { savedId, details, userId } = choice;
  if (savedId !== undefined) return isUuid(savedId) ? bankAccountKey(savedId.toLowerCase()) : undefined;
  if (details === undefined) return undefined;
  if (country === undefined || !isTargetCountry(country)) return undefined;
  return uniqueKeyForDetails({ userId, receiverId: undefined }, country, details);
}

/** The saved account of the request, as the batch read it. @throws Problem when it is unknown or another's */
export function requireSavedAccount(
  choice: AccountChoice,
  accountItem: StoredRecord | undefined,
  caller: Caller,
): BankAccountRecord {
  return requireOwnBankAccount(decodeLiveBankAccount(accountItem), {
    partnerId: caller.partnerId,
    userId: choice.userId,
  });
}

/** The newest account of the request's receiver. @throws Problem when there is no such receiver, or it has no account */
export async function readReceiverAccount(
  receiverId: string,
  userId: string,
  caller: Caller,
): Promise<BankAccountRecord> {
  const receiver = await readOwnReceiver(receiverId, caller);
  const newest = await findNewestReceiverAccount(caller.partnerId, receiver.id);
  return requireOwnBankAccount(newest, { partnerId: caller.partnerId, userId });
}

/** A record as the account of a transaction. */
export function toPayoutAccount(record: BankAccountRecord): PayoutAccount {
  return { account: bankAccountFromRecord(record), bankAccountId: record.id, writes: [] };
}

/** The path of the details in a request, and their country. */
export interface InlineDetails {
  readonly owner: AccountOwner;
  readonly country: TargetCountry;
  readonly details: BankDetails;
  /** Dotted path of the details in the request. */
  readonly prefix: string;
  /** What the batch read at `accountLookupKey`, and that key. */
  readonly accountItem: StoredRecord | undefined;
  readonly lookupKey: RecordKey | undefined;
  readonly nowMs: number;
}

/** Checks inline details and saves them with the transaction, unless their owner has an equal account. @throws Problem */
export async function resolveInlineAccount({
  owner,
  country,
  details,
  prefix,
  accountItem,
  lookupKey,
  nowMs,
}: InlineDetails): Promise<PayoutAccount> {
  const violations = detailViolations(country, details, { prefix, stage: stage() });
  if (violations.length > 0) throw invalidInput(violations);
  const { isVerified: _isVerified, ...checked } = bankAccountFromDetails(country, details);
  const record = newBankAccount({ ...owner, id: newId(nowMs), details: checked }, nowMs);
  const key = uniqueKeyForAccount(record);
  const isLookupKey = key.PK === lookupKey?.PK && key.SK === lookupKey.SK;
  const saved = saveInlineAccount(record, isLookupKey ? accountItem : await readItem(key));
  return {
    account: { ...checked, isVerified: isVerified(saved.verificationStatus) },
    bankAccountId: saved.bankAccountId,
    writes: saved.writes,
  };
}

/** A saved account must be of the currency that is paid out. @throws Problem naming the field */
export function assertCurrency(field: string, expected: FiatCurrency, actual: FiatCurrency): void {
  if (expected !== actual)
    throw invalidInput([{ field, message: `Is an account in ${actual}; the payout is in ${expected}` }]);
}

/** In cross-ramps another partner's account is answered like another user's. */
export function hidingPartner<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'USER_BANK_INFO_ACCESS_DENIED') throw error;
    throw accountOfAnotherOwner(error);
  }
}
