/** Creates the writes of repositories. `writeAtomically` commits the writes together. */
import { type Change, type Condition, hasVersion, isNew, toCondition, toUpdate } from './expressions';
import type { RecordKey } from './keys';
import { type StoredRecord, tableName } from './table';
import { PendingWrite } from './unit-of-work';

/** `ALL_OLD` adds the current item to the error (`ConditionsFailed`). */
type OnFailure = 'ALL_OLD';

/** Puts an item, with an optional condition. */
export function putItem(Item: StoredRecord, condition?: Condition, onFailure?: OnFailure): PendingWrite {
  const terms = { ...(condition && toCondition(condition)), ReturnValuesOnConditionCheckFailure: onFailure };
  return new PendingWrite({ Put: { TableName: tableName(), Item, ...terms } });
}

/** Puts an item if the key is not in use. */
export function putIfAbsent(Item: StoredRecord, onFailure?: OnFailure): PendingWrite {
  return putItem(Item, isNew, onFailure);
}

/** Replaces an item that still has this version. If `version` is `undefined`, puts the item only if the key is not in use. */
export function putIfVersion(version: number | undefined, Item: StoredRecord): PendingWrite {
  return putItem(Item, hasVersion(version));
}

/** Returns the input of an update of one item. */
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

/** Checks a condition on an item without a write. If the condition fails, no write of the transaction is committed. */
export function checkItem({ PK, SK }: RecordKey, condition: Condition): PendingWrite {
  return new PendingWrite({
    ConditionCheck: { TableName: tableName(), Key: { PK, SK }, ...toCondition(condition) },
  });
}
