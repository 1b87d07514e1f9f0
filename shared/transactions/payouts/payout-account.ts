/** The bank account that a transaction pays out to: a saved one, a receiver's, or the details in the request. */
import { invalidInput } from '#shared/api/problems';
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
import type { TargetCountry } from '#shared/corridors/domain/regions';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import type { Caller } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
import { readOwnReceiver } from '#shared/receivers/read-own-receiver';
import {
  type AccountChoice,
  type AccountRead,
  type CreationRequest,
  saveDetails,
  savedAccount,
} from '#shared/transactions/create/repository';
import { newId } from '#shared/values/ids';

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
