/** The writes that repositories make. Each is committed with others by `writeAtomically`. */
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { RecordKey } from './keys';
import { type StoredRecord, tableName } from './table';
import { PendingWrite } from './unit-of-work';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Terms<Action extends keyof TransactItem> = Omit<NonNullable<TransactItem[Action]>, 'TableName' | 'Item' | 'Key'>;

/** Puts an item, under a condition where one is given. */
export function putItem(Item: StoredRecord, terms?: Terms<'Put'>): PendingWrite {
  return new PendingWrite({ Put: { TableName: tableName(), Item, ...terms } });
}

/** Puts an item where none has its key. */
export function putIfAbsent(Item: StoredRecord, terms?: Terms<'Put'>): PendingWrite {
  return putItem(Item, { ConditionExpression: 'attribute_not_exists(PK)', ...terms });
}

/** Puts an item over the one that was read: it holds while that has its `version` still. */
export function putIfVersion(version: number, Item: StoredRecord): PendingWrite {
  return putItem(Item, ifVersion(version));
}

/** The condition that the stored item still has a version. */
export function ifVersion(version: number) {
  return {
    ConditionExpression: '#version = :before',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':before': version },
  };
}

export function updateItem({ PK, SK }: RecordKey, terms: Terms<'Update'>): PendingWrite {
  return new PendingWrite({ Update: { TableName: tableName(), Key: { PK, SK }, ...terms } });
}

export function deleteItem({ PK, SK }: RecordKey, terms?: Terms<'Delete'>): PendingWrite {
  return new PendingWrite({ Delete: { TableName: tableName(), Key: { PK, SK }, ...terms } });
}

/** Writes nothing: the others are committed only if the condition holds of this item. */
export function checkItem({ PK, SK }: RecordKey, terms: Terms<'ConditionCheck'>): PendingWrite {
  return new PendingWrite({ ConditionCheck: { TableName: tableName(), Key: { PK, SK }, ...terms } });
}
