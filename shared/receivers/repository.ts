import type { BankAccountRecord } from '#shared/bank-accounts/domain/bank-account-record';
import { bankAccountDeletionWrites } from '#shared/bank-accounts/repository';
import { absent, allOf, itemExists } from '#shared/dynamodb/expressions';
import { receiverKey } from '#shared/dynamodb/keys';
import {
  addToLists,
  allFacet,
  formerUserFacet,
  type ListRow,
  removeFromLists,
  userFacet,
} from '#shared/dynamodb/lists/list-rows';
import { readRecord, readRecords, type StoredRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeAtomically, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, putIfVersion, updateItem } from '#shared/dynamodb/writes';
import { isUuid } from '#shared/values/ids';
import { decodeReceiver, encodeReceiver, type Receiver } from './item';

/** Decodes a stored receiver. Returns `undefined` for a deleted receiver. */
function decodeLiveReceiver(raw: StoredRecord): Receiver | undefined {
  const receiver = decodeReceiver(raw);
  return receiver.deletedAtMs === undefined ? receiver : undefined;
}

/** Finds a receiver of any partner by id. Returns `undefined` for a malformed id, or an unknown or deleted receiver. */
export async function findReceiver(id: string): Promise<Receiver | undefined> {
  return isUuid(id) ? readRecord(receiverKey(id.toLowerCase()), decodeLiveReceiver) : undefined;
}

function toListRow({ id, partnerId, receiverType }: Receiver): ListRow {
  return { partnerId, collection: 'RECEIVER', id, attributes: { receiverType } };
}

const receiverFacets = ({ userId }: Receiver): string[] => [allFacet, userFacet(userId)];

/** Stores a new receiver. @param additionalWrites other writes of the same DynamoDB transaction */
export async function createReceiver(
  receiver: Receiver,
  additionalWrites: readonly PendingWrite[] = [],
): Promise<void> {
  await writeAtomically([
    putIfAbsent(encodeReceiver(receiver)),
    ...addToLists(toListRow(receiver), receiverFacets(receiver)),
    ...additionalWrites,
  ]);
}

/**
 * Builds the write that increases a receiver's version and fails if the receiver is deleted. The creation of a bank account for
 * the receiver must include this write, so that a concurrent deletion fails (docs/adr/017).
 */
export function receiverVersionWrite(receiverId: string): PendingWrite {
  const condition = allOf(itemExists, absent('deletedAtMs'));
  return updateItem(receiverKey(receiverId), { add: { version: 1 }, condition });
}

/**
 * Maximum number of a receiver's accounts that we delete in one transactional write with the receiver. Each account and the
 * receiver need four actions. With 20 accounts, the write contains 84 of the 100 actions that DynamoDB allows.
 */
export const MAX_ACCOUNTS_PER_WRITE = 20;

/**
 * Soft-deletes a receiver and all its accounts (at most `MAX_ACCOUNTS_PER_WRITE`) in one write.
 * @returns false if the receiver or one of the accounts has changed; then nothing was written.
 */
export async function deleteReceiver(
  receiver: Receiver,
  accounts: readonly BankAccountRecord[],
  atMs: number,
): Promise<boolean> {
  const { version } = receiver;
  const after = { ...receiver, version: version + 1, deletedAtMs: atMs, updatedAtMs: atMs };
  return writeIfConditionsHold([
    putIfVersion(version, encodeReceiver(after)),
    ...accounts.flatMap((account) => bankAccountDeletionWrites(account, atMs)),
    ...removeFromLists(toListRow(receiver), receiverFacets(receiver)),
    ...addToLists(toListRow(receiver), [formerUserFacet(receiver.userId)]),
  ]);
}

/** Finds receivers by id, without deleted receivers. */
export function findReceivers(ids: readonly string[]): Promise<Receiver[]> {
  return readRecords(ids.map(receiverKey), decodeLiveReceiver);
}
