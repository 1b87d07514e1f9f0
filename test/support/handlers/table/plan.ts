/** One validated write, ready to apply to the stored item. */
import type {
  ReturnValuesOnConditionCheckFailure as ReturnOnFailure,
  ReturnValue,
  TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import { type Condition, parseCondition } from './conditions';
import { type Item, validation } from './errors';
import { assertIndexKeys, assertKey, assertKeys, KEYS, pick } from './keys';
import { Placeholders, TokenReader } from './tokens';
import { parseUpdate, type Update } from './updates';
import { toStored } from './values';

/** Parameters of a write, without the item or key. */
export interface WriteTerms {
  readonly TableName?: string | undefined;
  readonly ConditionExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Item | undefined;
  readonly ReturnValues?: ReturnValue | undefined;
  readonly ReturnValuesOnConditionCheckFailure?: ReturnOnFailure | undefined;
}

export type WriteAction =
  | ({ readonly kind: 'PUT'; readonly Item?: Item | undefined } & WriteTerms)
  | ({
      readonly kind: 'UPDATE';
      readonly Key?: Item | undefined;
      readonly UpdateExpression?: string | undefined;
    } & WriteTerms)
  | ({ readonly kind: 'DELETE' | 'CHECK'; readonly Key?: Item | undefined } & WriteTerms);

export interface PlannedWrite {
  /** The item's keys. */
  readonly key: Item;
  readonly holds: Condition;
  /** True if a failed condition returns the item. */
  readonly showsItem: boolean;
  /** Returns the item after the write; `undefined` if the write deletes it. */
  readonly apply: (before: Item | undefined) => Item | undefined;
  /** Returns the item that `ReturnValues` requests. */
  readonly toReturn: (before: Item | undefined, after: Item | undefined) => Item | undefined;
}

const TERMS = [
  'kind',
  'TableName',
  'Item',
  'Key',
  'UpdateExpression',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValues',
  'ReturnValuesOnConditionCheckFailure',
];

/** @throws Error for input that the in-memory table does not support */
export function assertOnly(input: object, known: readonly string[]): void {
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && !known.includes(name)) throw new Error(`The memory table does not know ${name}`);
}

/** @throws ValidationException for a write that is invalid independently of the stored item */
export function planWrite(action: WriteAction): PlannedWrite {
  assertOnly(action, TERMS);
  const placeholders = new Placeholders(action.ExpressionAttributeNames, action.ExpressionAttributeValues);
  const { ConditionExpression: condition } = action;
  const holds = condition === undefined ? () => true : parseCondition(new TokenReader(condition, placeholders));
  const update = action.kind === 'UPDATE' ? planUpdate(action.UpdateExpression, placeholders) : undefined;
  placeholders.assertAllUsed();
  const shared = {
    holds,
    showsItem: action.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
    toReturn: returnFor(action.ReturnValues ?? 'NONE', update),
  };
  if (action.kind === 'PUT') {
    const item = toItem(action.Item ?? {});
    return { ...shared, key: pick(item, [KEYS.hash, KEYS.range]), apply: () => item };
  }
  const key = assertKey(action.Key);
  if (update !== undefined) return { ...shared, key, apply: (before) => toItem(update.apply(before ?? key)) };
  return { ...shared, key, apply: (before) => (action.kind === 'CHECK' ? before : undefined) };
}

/** Converts one element of `TransactItems` to a write action. */
export function toAction({ Put, Update, Delete, ConditionCheck, ...others }: TransactWriteItem): WriteAction {
  assertOnly(others, []);
  const actions: WriteAction[] = [
    ...(Put === undefined ? [] : [{ ...Put, kind: 'PUT' as const }]),
    ...(Update === undefined ? [] : [{ ...Update, kind: 'UPDATE' as const }]),
    ...(Delete === undefined ? [] : [{ ...Delete, kind: 'DELETE' as const }]),
    ...(ConditionCheck === undefined ? [] : [{ ...ConditionCheck, kind: 'CHECK' as const }]),
  ];
  const [action] = actions;
  if (action === undefined || actions.length > 1)
    throw validation('TransactItems can only contain one of Check, Put, Update or Delete');
  return action;
}

/** @throws ValidationException if the table cannot store the item */
function toItem(item: Item): Item {
  assertKeys(item);
  assertIndexKeys(item);
  return toStored(item);
}

function planUpdate(expression: string | undefined, placeholders: Placeholders): Update {
  if (expression === undefined) throw new Error('The memory table does not know an update without an expression');
  const update = parseUpdate(new TokenReader(expression, placeholders));
  const key = update.names.find((name) => name === KEYS.hash || name === KEYS.range);
  if (key !== undefined) throw validation(`Cannot update attribute ${key}. This attribute is part of the key`);
  return update;
}

function returnFor(wanted: ReturnValue, update: Update | undefined): PlannedWrite['toReturn'] {
  if (wanted === 'NONE') return () => undefined;
  if (wanted === 'ALL_OLD') return (before) => before;
  if (update === undefined) throw validation('Return values set to invalid value');
  if (wanted === 'ALL_NEW') return (_, after) => after;
  const updated = (item: Item | undefined) => {
    const found = pick(item ?? {}, update.names);
    return Object.keys(found).length === 0 ? undefined : found;
  };
  return wanted === 'UPDATED_OLD' ? updated : (_, after) => updated(after);
}
