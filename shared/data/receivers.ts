import { decodeReceiver, encodeReceiver } from '#shared/data/items/receiver';
import { receiverKey } from '#shared/data/keys';
import { addToLists, allOf, formerOf, type ListRow, ofUser, removeFromLists } from '#shared/data/listing';
import {
  type RawItem,
  readItem,
  tableName,
  type WriteAction,
  writeAtomically,
  writeIfConditionsHold,
} from '#shared/data/table';
import { isUuid } from '#shared/domain/ids';
import type { Receiver } from '#shared/domain/receivers/receiver';

/** The receiver of an item as read; a deleted one is unknown. */
export function liveReceiver(raw: RawItem | undefined): Receiver | undefined {
  const receiver = raw === undefined ? undefined : decodeReceiver(raw);
  return receiver?.deletedAtMs === undefined ? receiver : undefined;
}

/** A live receiver by id, whoever's it is. Text that is no id names none. */
export async function findReceiver(id: string): Promise<Receiver | undefined> {
  return isUuid(id) ? liveReceiver(await readItem(receiverKey(id.toLowerCase()))) : undefined;
}

function listRowOf({ id, partnerId, receiverType }: Receiver): ListRow {
  return { partnerId, collection: 'RECEIVER', id, attributes: { receiverType } };
}

const facetsOf = ({ userId }: Receiver): string[] => [allOf, ofUser(userId)];

/** Puts a new receiver on record. @param alongside what else has to happen in the same write */
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
 * Deletes a receiver softly: its record stays, out of every list.
 * @returns false when another request has deleted it; nothing was written then.
 */
export async function deleteReceiver(receiver: Receiver, atMs: number): Promise<boolean> {
  return writeIfConditionsHold([
    {
      Put: {
        TableName: tableName(),
        Item: encodeReceiver({ ...receiver, deletedAtMs: atMs, updatedAtMs: atMs }),
        ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(deletedAtMs)',
      },
    },
    ...removeFromLists(listRowOf(receiver), facetsOf(receiver)),
    ...addToLists(listRowOf(receiver), [formerOf(receiver.userId)]),
  ]);
}
