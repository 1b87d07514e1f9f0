/** Builds DynamoDB condition and update expressions. Placeholders for names and values are generated. */

type Attributes = Readonly<Record<string, unknown>>;

/** Placeholders of an expression with names and values. A map without entries is absent, because DynamoDB rejects empty maps. */
interface Terms {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

function addName(terms: Terms, attribute: string): string {
  const placeholder = `#${attribute}`;
  terms.ExpressionAttributeNames ??= {};
  terms.ExpressionAttributeNames[placeholder] = attribute;
  return placeholder;
}

function addValue(terms: Terms, value: unknown): string {
  terms.ExpressionAttributeValues ??= {};
  const placeholder = `:v${Object.keys(terms.ExpressionAttributeValues).length}`;
  terms.ExpressionAttributeValues[placeholder] = value;
  return placeholder;
}

/** A condition: a function that returns the expression and adds its placeholders to `terms`. */
export type Condition = (terms: Terms) => string;

/** True if an item with the key exists. */
export const itemExists: Condition = () => 'attribute_exists(PK)';
/** True if no item with the key exists. */
export const isNew: Condition = () => 'attribute_not_exists(PK)';

export const absent =
  (attribute: string): Condition =>
  (terms) =>
    `attribute_not_exists(${addName(terms, attribute)})`;

export const compare =
  (attribute: string, operator: '=' | '<' | '<=' | '>', value: unknown): Condition =>
  (terms) =>
    `${addName(terms, attribute)} ${operator} ${addValue(terms, value)}`;

export const equals = (attribute: string, value: unknown): Condition => compare(attribute, '=', value);

export const allOf =
  (...conditions: readonly Condition[]): Condition =>
  (terms) =>
    conditions.map((condition) => condition(terms)).join(' AND ');

export const anyOf =
  (...conditions: readonly Condition[]): Condition =>
  (terms) =>
    `(${conditions.map((condition) => condition(terms)).join(' OR ')})`;

/** Returns a condition: the item still has this version. `undefined` means that the item must not exist. */
export function hasVersion(version: number | undefined): Condition {
  return version === undefined ? isNew : equals('version', version);
}

/** Returns the condition parameters of a write. */
export function toCondition(condition: Condition) {
  const terms: Terms = {};
  return { ConditionExpression: condition(terms), ...terms };
}

/** An item update. Attributes with the value `undefined` remain unchanged. */
export interface Change {
  readonly set?: Attributes;
  /** Values that are set only if the item does not have the attribute. */
  readonly setIfAbsent?: Attributes;
  /** Numbers to add to attributes. An absent attribute counts as 0. */
  readonly add?: Readonly<Record<string, number | bigint>>;
  readonly remove?: readonly string[];
  readonly condition?: Condition;
}

export function toUpdate({ set = {}, setIfAbsent = {}, add = {}, remove = [], condition }: Change) {
  const terms: Terms = {};
  const each = (attributes: Attributes, write: (name: string, value: string) => string) =>
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => write(addName(terms, name), addValue(terms, value)));
  const clauses = {
    SET: [
      ...each(set, (name, value) => `${name} = ${value}`),
      ...each(setIfAbsent, (name, value) => `${name} = if_not_exists(${name}, ${value})`),
    ],
    ADD: each(add, (name, value) => `${name} ${value}`),
    REMOVE: remove.map((name) => addName(terms, name)),
  };
  const written = Object.entries(clauses).filter(([, parts]) => parts.length > 0);
  return {
    UpdateExpression: written.map(([keyword, parts]) => `${keyword} ${parts.join()}`).join(' '),
    ConditionExpression: condition?.(terms),
    ...terms,
  };
}
