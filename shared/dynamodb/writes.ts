/** The writes that repositories make. Each is committed with others by `writeAtomically`. */
import { type Change, type Condition, hasVersion, isNew, toCondition, toUpdate } from './expressions';
import type { RecordKey } from './keys';
import { type StoredRecord, tableName } from './table';
import { PendingWrite } from './unit-of-work';

/** `ALL_OLD` returns the item as it stood with the failure (`ConditionsFailed`). */
type OnFailure = 'ALL_OLD';

/** Puts an item, under a condition if one is given. */
export function putItem(Item: StoredRecord, condition?: Condition, onFailure?: OnFailure): PendingWrite {
  const terms = { ...(condition && toCondition(condition)), ReturnValuesOnConditionCheckFailure: onFailure };
  return new PendingWrite({ Put: { TableName: tableName(), Item, ...terms } });
}

/** Puts an item if none has its key. */
export function putIfAbsent(Item: StoredRecord, onFailure?: OnFailure): PendingWrite {
  return putItem(Item, isNew, onFailure);
}

/** Replaces an item if it still has the version that was read; `undefined`: puts it only if there is no item. */
export function putIfVersion(version: number | undefined, Item: StoredRecord): PendingWrite {
  return putItem(Item, hasVersion(version));
}

/** The input of an update of one item. */
export function updateInput({ PK, SK }: RecordKey, change: Change, onFailure?: OnFailure) {
  const terms = { ...toUpdate(change), ReturnValuesOnConditionCheckFailure: onFailure };
  return { TableName: tableName(), Key: { PK, SK }, ...terms };
}

export function updateItem(key: RecordKey, change: Change, onFailure?: OnFailure): PendingWrite {
  return new PendingWrite({ Update: updateInput(key, change, onFailure) });
}

export function deleteItem({ PK, SK }: RecordKey, condition?: Condition): PendingWrite {
  const terms = condition && toCondition(condition);
  return new PendingWrite({ Delete: { TableName: tableName(), Key: { PK, SK }, ...terms } });
}

/** Writes nothing: the others are committed only if the condition holds of this item. */
export function checkItem({ PK, SK }: RecordKey, condition: Condition): PendingWrite {
  return new PendingWrite({
    ConditionCheck: { TableName: tableName(), Key: { PK, SK }, ...toCondition(condition) },
  });
}
