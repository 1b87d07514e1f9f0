/** Condition and update expressions by attribute names and values. Their placeholders are generated. */

type Attributes = Readonly<Record<string, unknown>>;

/** Placeholders of an expression with their values. The table refuses empty maps: each is made with its first entry. */
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

/** A condition on an item: its text, with its placeholders added to the terms. */
export type Condition = (terms: Terms) => string;

/** There is an item with the key. */
export const itemExists: Condition = () => 'attribute_exists(PK)';
/** There is no item with the key. */
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

/** The item still has the version that was read; `undefined` if there was none. */
export function hasVersion(version: number | undefined): Condition {
  return version === undefined ? isNew : equals('version', version);
}

/** The input of a write under a condition. */
export function toCondition(condition: Condition) {
  const terms: Terms = {};
  return { ConditionExpression: condition(terms), ...terms };
}

/** Change of an item by an update. Attributes whose value is `undefined` are left unchanged. */
export interface Change {
  readonly set?: Attributes;
  /** Values of attributes that the item does not have yet. */
  readonly setIfAbsent?: Attributes;
  /** Numbers that are added to attributes; an absent attribute counts as 0. */
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
