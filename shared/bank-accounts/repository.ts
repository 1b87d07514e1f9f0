/**
 * Saved bank accounts. An owner's live accounts are unique by their routing details: each has a claim, keyed by the
 * digest of these, which is written, changed and removed with the account. The claim's key is computed from the details,
 * so that one batch read shows whether they are saved already.
 */

import type { TargetCountry } from '#shared/corridors/domain/payout-zones';
import { bankAccountKey, listPartition, type RecordKey, uniqueBankAccountKey } from '#shared/dynamodb/keys';
import {
  addToLists,
  formerUserFacet,
  type ListRow,
  moveBetweenLists,
  receiverFacet,
  userFacet,
} from '#shared/dynamodb/lists/list-rows';
import { findByHandle } from '#shared/dynamodb/look-ups';
import { readRange, readRecord, readRecords, type StoredRecord } from '#shared/dynamodb/table';
import {
  ConditionsFailed,
  type PendingWrite,
  writeAtomically,
  writeIfConditionsHold,
} from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, putIfVersion, putItem } from '#shared/dynamodb/writes';
import { isUuid } from '#shared/values/ids';
import { type BankDetails, routingFields } from './domain/bank-account';
import {
  type AccountOwner,
  type AccountVerificationOutcome,
  applyPayeeCheck,
  type BankAccountRecord,
  type PayeeCheck,
} from './domain/bank-account-record';
import { decodeBankAccount, decodeUniqueBankAccount, encodeBankAccount, type UniqueBankAccount } from './item';

/** The list of an owner's accounts: a receiver has another list than its user. */
export function ownerFacet({ userId, receiverId }: Pick<AccountOwner, 'userId' | 'receiverId'>): string {
  return receiverId === undefined ? userFacet(userId) : receiverFacet(receiverId);
}

/** The account of an item as read; a deleted one is unknown. */
export function decodeLiveBankAccount(raw: StoredRecord): BankAccountRecord | undefined {
  const record = decodeBankAccount(raw);
  return record.deletedAtMs === undefined ? record : undefined;
}

/** A live account by id, of any owner. Text that is no id names none. */
export async function findBankAccount(id: string): Promise<BankAccountRecord | undefined> {
  return isUuid(id) ? readRecord(bankAccountKey(id.toLowerCase()), decodeLiveBankAccount) : undefined;
}

/** An account by the id that a transaction keeps, a deleted one too. */
export function findAccountRecord(id: string): Promise<BankAccountRecord | undefined> {
  return readRecord(bankAccountKey(id), decodeBankAccount);
}

/** Key of the claim on an account's details. */
export function uniqueKeyForAccount(account: Pick<BankAccountRecord, 'userId' | 'receiverId' | 'details'>): RecordKey {
  return uniqueKeyForDetails(account, account.details.country, account.details);
}

/** Key of the claim on details that may not be saved yet. */
export function uniqueKeyForDetails(
  owner: Pick<AccountOwner, 'userId' | 'receiverId'>,
  country: TargetCountry,
  details: BankDetails,
): RecordKey {
  return uniqueBankAccountKey(owner, routingFields(country, details));
}

export interface SavedAccount extends UniqueBankAccount {
  /** Empty if the details are already stored. The first write fails if another request saves the same details at the same time. */
  readonly writes: PendingWrite[];
}

/**
 * Saves inline details as part of a larger write, once per owner and routing details.
 *
 * @param record the record to make when the details are new
 * @param existing the item at `uniqueKeyForAccount(record)`, as read
 * @returns the account's id, and the actions for the write
 */
export function saveInlineAccount(record: BankAccountRecord, existing: StoredRecord | undefined): SavedAccount {
  if (existing !== undefined) return { ...decodeUniqueBankAccount(existing), writes: [] };
  const { id, verificationStatus } = record;
  return { bankAccountId: id, verificationStatus, writes: bankAccountCreationWrites(record) };
}

/** The actions that store a new account; the first fails when its owner has one with these details. */
export function bankAccountCreationWrites(record: BankAccountRecord): PendingWrite[] {
  return [
    putIfAbsent(encodeUniqueBankAccount(record), 'ALL_OLD'),
    putIfAbsent(encodeBankAccount(record)),
    ...addToLists(toListRow(record), [ownerFacet(record)]),
  ];
}

function encodeUniqueBankAccount(record: BankAccountRecord) {
  const { id: bankAccountId, verificationStatus } = record;
  return { ...uniqueKeyForAccount(record), entity: 'UNIQUE_BANK', bankAccountId, verificationStatus };
}

function toListRow({ id, partnerId, details, rampType }: BankAccountRecord): ListRow {
  return {
    partnerId,
    collection: 'BANK',
    id,
    attributes: { country: details.country, ...(rampType === undefined ? {} : { rampType }) },
  };
}

/**
 * Stores an account, or finds the equal one that its owner has.
 *
 * @param ownerWrites actions on the owner; their conditions say that there is one
 * @param additionalWrites other actions of the same write
 * @returns the id of the stored account; `undefined` when there is no such owner any more
 */
export async function saveBankAccount(
  record: BankAccountRecord,
  ownerWrites: readonly PendingWrite[],
  additionalWrites: readonly PendingWrite[],
): Promise<string | undefined> {
  const creation = bankAccountCreationWrites(record);
  try {
    await writeAtomically([...creation, ...ownerWrites, ...additionalWrites]);
    return record.id;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    if (ownerWrites.some((_, index) => error.at(creation.length + index) !== undefined)) return undefined;
    const existing = error.at(0)?.item;
    if (existing === undefined) throw error;
    return decodeUniqueBankAccount(existing).bankAccountId;
  }
}

/**
 * Deletes up to 25 accounts softly in one write: their records stay, out of every list, and their details may be saved
 * again.
 * @returns false when one of the accounts changed in between; nothing was written then.
 */
export function deleteBankAccounts(accounts: readonly BankAccountRecord[], atMs: number): Promise<boolean> {
  return writeIfConditionsHold(accounts.flatMap((account) => bankAccountDeletionWrites(account, atMs)));
}

/** The four actions that delete an account; the first fails when it has changed. */
export function bankAccountDeletionWrites(before: BankAccountRecord, atMs: number): PendingWrite[] {
  const after = { ...before, deletedAtMs: atMs, updatedAtMs: atMs, version: before.version + 1 };
  return [
    putIfVersion(before.version, encodeBankAccount(after)),
    deleteItem(uniqueKeyForAccount(before)),
    ...moveBetweenLists(toListRow(before), ownerFacet(before), formerUserFacet(before.userId)),
  ];
}

/** Live accounts of a receiver, oldest first, at most as many as requested; `hasMore` when there may be others. */
export async function readReceiverAccounts(
  { partnerId, id }: { readonly partnerId: string; readonly id: string },
  limit: number,
): Promise<{ readonly accounts: readonly BankAccountRecord[]; readonly hasMore: boolean }> {
  const partition = listPartition(partnerId, 'BANK', receiverFacet(id));
  const { items, next } = await readRange({ partition, limit });
  const accounts = await findBankAccounts(items.map(({ SK }) => String(SK)));
  return { accounts, hasMore: next !== undefined };
}

/**
 * The actions that write a check of an account's holder; none when it changes nothing. The first fails when the account has
 * changed.
 *
 * @param outcome of a penny test. @default the account's status stays
 */
export function payeeCheckWrites(
  before: BankAccountRecord,
  check: PayeeCheck,
  outcome?: AccountVerificationOutcome,
): PendingWrite[] {
  const after = applyPayeeCheck(before, check, outcome);
  if (after === undefined) return [];
  // The details of a deleted account may be claimed by a newer one.
  const isClaimed = before.deletedAtMs === undefined && before.verificationStatus !== after.verificationStatus;
  const uniqueKeyWrites = isClaimed ? [putItem(encodeUniqueBankAccount(after))] : [];
  return [putIfVersion(before.version, encodeBankAccount(after)), ...uniqueKeyWrites];
}

/** Accounts of any owner by their number, deleted ones too, newest first. For operators. */
export async function findAccountRecordsByNumber(accountIdentifier: string): Promise<BankAccountRecord[]> {
  return readRecords(await findByHandle('ACCOUNT', accountIdentifier), decodeBankAccount);
}

/** The newest account of a receiver. */
export async function findNewestReceiverAccount(
  partnerId: string,
  receiverId: string,
): Promise<BankAccountRecord | undefined> {
  const partition = listPartition(partnerId, 'BANK', receiverFacet(receiverId));
  const { items } = await readRange({ partition, newestFirst: true, limit: 1 });
  const id = items.at(0)?.SK;
  return typeof id === 'string' ? findBankAccount(id) : undefined;
}

/** Bank accounts by id; deleted ones are left out. */
export function findBankAccounts(ids: readonly string[]): Promise<BankAccountRecord[]> {
  return readRecords(ids.map(bankAccountKey), decodeLiveBankAccount);
}
