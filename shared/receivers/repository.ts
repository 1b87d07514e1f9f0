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

/** The receiver of an item as read; a deleted one is unknown. */
function decodeLiveReceiver(raw: StoredRecord): Receiver | undefined {
  const receiver = decodeReceiver(raw);
  return receiver.deletedAtMs === undefined ? receiver : undefined;
}

/** A live receiver by id, of any partner. Text that is no id names none. */
export async function findReceiver(id: string): Promise<Receiver | undefined> {
  return isUuid(id) ? readRecord(receiverKey(id.toLowerCase()), decodeLiveReceiver) : undefined;
}

function toListRow({ id, partnerId, receiverType }: Receiver): ListRow {
  return { partnerId, collection: 'RECEIVER', id, attributes: { receiverType } };
}

const receiverFacets = ({ userId }: Receiver): string[] => [allFacet, userFacet(userId)];

/** Stores a new receiver. @param additionalWrites other writes of the same transaction */
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
 * The action that goes with a new account of a receiver. It fails when the receiver was deleted, and a deletion that
 * did not see the account fails in turn: no account of a deleted receiver stays.
 */
export function receiverVersionWrite(receiverId: string): PendingWrite {
  const condition = allOf(itemExists, absent('deletedAtMs'));
  return updateItem(receiverKey(receiverId), { add: { version: 1 }, condition });
}

/**
 * Accounts of a receiver that one write deletes with it: four actions each, and four for the receiver, of the 100 that
 * a transactional write takes.
 */
export const MAX_ACCOUNTS_PER_WRITE = 20;

/**
 * Deletes a receiver and its accounts softly, in one write: their records stay, out of every list.
 *
 * @param accounts all that it has, at most `MAX_ACCOUNTS_PER_WRITE`
 * @returns false when the receiver or one of the accounts has changed; nothing was written then.
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

/** Receivers by id; deleted ones are left out. */
export function findReceivers(ids: readonly string[]): Promise<Receiver[]> {
  return readRecords(ids.map(receiverKey), decodeLiveReceiver);
}
