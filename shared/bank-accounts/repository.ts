/**
 * Saved bank accounts. An owner has at most one live (not deleted) account with the same routing details. A uniqueness record,
 * written in the account's transaction, enforces this rule. Its key is a digest of the routing details.
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

/** Returns the facet of an owner's account list. A receiver's accounts are in a separate list from the user's. */
export function ownerFacet({ userId, receiverId }: Pick<AccountOwner, 'userId' | 'receiverId'>): string {
  return receiverId === undefined ? userFacet(userId) : receiverFacet(receiverId);
}

/** Decodes a stored account; returns `undefined` for a deleted account. */
export function decodeLiveBankAccount(raw: StoredRecord): BankAccountRecord | undefined {
  const record = decodeBankAccount(raw);
  return record.deletedAtMs === undefined ? record : undefined;
}

/** Returns a live account by id, regardless of its owner; `undefined` for a malformed id. */
export async function findBankAccount(id: string): Promise<BankAccountRecord | undefined> {
  return isUuid(id) ? readRecord(bankAccountKey(id.toLowerCase()), decodeLiveBankAccount) : undefined;
}

/** Returns the account that a transaction refers to, even if the account is deleted. */
export function findAccountRecord(id: string): Promise<BankAccountRecord | undefined> {
  return readRecord(bankAccountKey(id), decodeBankAccount);
}

/** Returns the key of an account's uniqueness record. */
export function uniqueKeyForAccount(account: Pick<BankAccountRecord, 'userId' | 'receiverId' | 'details'>): RecordKey {
  return uniqueKeyForDetails(account, account.details.country, account.details);
}

/** Returns the key of the uniqueness record for bank details. The details can be new, without a saved account. */
export function uniqueKeyForDetails(
  owner: Pick<AccountOwner, 'userId' | 'receiverId'>,
  country: TargetCountry,
  details: BankDetails,
): RecordKey {
  return uniqueBankAccountKey(owner, routingFields(country, details));
}

export interface SavedAccount extends UniqueBankAccount {
  /** Empty if the details are already stored. The first write fails if another request saves equal details at the same time. */
  readonly writes: PendingWrite[];
}

/**
 * Returns the writes that save bank details from a transaction request; no writes if the owner has an equal account.
 * @param existing the item at `uniqueKeyForAccount(record)`, as read
 */
export function saveInlineAccount(record: BankAccountRecord, existing: StoredRecord | undefined): SavedAccount {
  if (existing !== undefined) return { ...decodeUniqueBankAccount(existing), writes: [] };
  const { id, verificationStatus } = record;
  return { bankAccountId: id, verificationStatus, writes: bankAccountCreationWrites(record) };
}

/** Returns the writes for a new account. The first write fails if the owner already has an account with equal routing details. */
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
 * Stores an account, or finds the owner's existing account with equal routing details.
 * @param ownerWrites writes to the owner's record; they fail if the owner was deleted
 * @returns the id of the new or existing account; `undefined` if the owner was deleted
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
 * Marks up to 25 accounts as deleted in one transaction. The owner may then save equal details again.
 * @returns false if one of the accounts changed after it was read; then nothing is written
 */
export function deleteBankAccounts(accounts: readonly BankAccountRecord[], atMs: number): Promise<boolean> {
  return writeIfConditionsHold(accounts.flatMap((account) => bankAccountDeletionWrites(account, atMs)));
}

/** Returns the four writes that delete an account. The first write fails if the account has changed. */
export function bankAccountDeletionWrites(before: BankAccountRecord, atMs: number): PendingWrite[] {
  const after = { ...before, deletedAtMs: atMs, updatedAtMs: atMs, version: before.version + 1 };
  return [
    putIfVersion(before.version, encodeBankAccount(after)),
    deleteItem(uniqueKeyForAccount(before)),
    ...moveBetweenLists(toListRow(before), ownerFacet(before), formerUserFacet(before.userId)),
  ];
}

/** Returns up to `limit` live accounts of a receiver, oldest first. `hasMore` is true if the list may contain more accounts. */
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
 * Returns the writes that store a payee check, or none if nothing changes. The first write fails if the account has changed.
 * @param outcome result of the penny test
 */
export function payeeCheckWrites(
  before: BankAccountRecord,
  check: PayeeCheck,
  outcome?: AccountVerificationOutcome,
): PendingWrite[] {
  const after = applyPayeeCheck(before, check, outcome);
  if (after === undefined) return [];
  // The uniqueness record of a deleted account may already belong to a newer account, so it is not updated.
  const isClaimed = before.deletedAtMs === undefined && before.verificationStatus !== after.verificationStatus;
  const uniqueKeyWrites = isClaimed ? [putItem(encodeUniqueBankAccount(after))] : [];
  return [putIfVersion(before.version, encodeBankAccount(after)), ...uniqueKeyWrites];
}

/** Returns the accounts of all owners with this number, including deleted accounts, newest first. For operators. */
export async function findAccountRecordsByNumber(accountIdentifier: string): Promise<BankAccountRecord[]> {
  return readRecords(await findByHandle('ACCOUNT', accountIdentifier), decodeBankAccount);
}

/** Returns the newest account of a receiver. */
export async function findNewestReceiverAccount(
  partnerId: string,
  receiverId: string,
): Promise<BankAccountRecord | undefined> {
  const partition = listPartition(partnerId, 'BANK', receiverFacet(receiverId));
  const { items } = await readRange({ partition, newestFirst: true, limit: 1 });
  const id = items.at(0)?.SK;
  return typeof id === 'string' ? findBankAccount(id) : undefined;
}

/** Returns bank accounts by id, without deleted accounts. */
export function findBankAccounts(ids: readonly string[]): Promise<BankAccountRecord[]> {
  return readRecords(ids.map(bankAccountKey), decodeLiveBankAccount);
}
