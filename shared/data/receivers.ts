import { bankAccountDeletion } from '#shared/data/bank-accounts';
import { decodeReceiver, encodeReceiver } from '#shared/data/items/receiver';
import { receiverKey } from '#shared/data/keys';
import { addToLists, allOf, formerOf, type ListRow, ofUser, removeFromLists } from '#shared/data/listing';
import {
  putOver,
  type RawItem,
  readItem,
  tableName,
  type WriteAction,
  writeAtomically,
  writeIfConditionsHold,
} from '#shared/data/table';
import type { BankAccountRecord } from '#shared/domain/banks/bank-account-record';
import { isUuid } from '#shared/domain/ids';
import type { Receiver } from '#shared/domain/receivers/receiver';

/** The receiver of an item as read; a deleted one is unknown. */
export function liveReceiver(raw: RawItem | undefined): Receiver | undefined {
  const receiver = raw === undefined ? undefined : decodeReceiver(raw);
  return receiver?.deletedAtMs === undefined ? receiver : undefined;
}

/** A live receiver by id, of any partner. Text that is no id names none. */
export async function findReceiver(id: string): Promise<Receiver | undefined> {
  return isUuid(id) ? liveReceiver(await readItem(receiverKey(id.toLowerCase()))) : undefined;
}

function listRowOf({ id, partnerId, receiverType }: Receiver): ListRow {
  return { partnerId, collection: 'RECEIVER', id, attributes: { receiverType } };
}

const facetsOf = ({ userId }: Receiver): string[] => [allOf, ofUser(userId)];

/** Stores a new receiver. @param alongside what else has to happen in the same write */
export async function createReceiver(
  receiver: Receiver,
  alongside: readonly WriteAction[] = [],
): Promise<void> {
  await writeAtomically([
    {
      Put: {
        TableName: tableName(),
        Item: encodeReceiver(receiver),
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
    ...addToLists(listRowOf(receiver), facetsOf(receiver)),
    ...alongside,
  ]);
}

/**
 * The action that goes with a new account of a receiver. It fails when the receiver was deleted, and a deletion that
 * did not see the account fails in turn: no account of a deleted receiver stays.
 */
export function accountAdded(receiverId: string): WriteAction {
  return {
    Update: {
      TableName: tableName(),
      Key: { ...receiverKey(receiverId) },
      UpdateExpression: 'SET #version = #version + :one',
      ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(deletedAtMs)',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}

/**
 * Accounts of a receiver that one write deletes with it: four actions each, and four for the receiver, of the 100 that
 * a transactional write takes.
 */
export const ACCOUNTS_PER_WRITE = 20;

/**
 * Deletes a receiver and its accounts softly, in one write: their records stay, out of every list.
 *
 * @param accounts all that it has, at most `ACCOUNTS_PER_WRITE`
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
    putOver(version, encodeReceiver(after)),
    ...accounts.flatMap((account) => bankAccountDeletion(account, atMs)),
    ...removeFromLists(listRowOf(receiver), facetsOf(receiver)),
    ...addToLists(listRowOf(receiver), [formerOf(receiver.userId)]),
  ]);
}
