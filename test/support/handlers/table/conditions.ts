/** Parses condition, filter and key condition expressions. Supports only the syntax that the service uses. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type Item, validation } from './errors';
import type { TokenReader } from './tokens';
import { compareValues, isEqual, startsWith } from './values';

export type Condition = (item: Item) => boolean;
type Operand = (item: Item) => AttributeValue | undefined;

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

export function parseCondition(reader: TokenReader): Condition {
  const condition = parseOr(reader);
  reader.expectEnd();
  return condition;
}

function parseOr(reader: TokenReader): Condition {
  const parts = [parseAnd(reader)];
  while (reader.take('OR')) parts.push(parseAnd(reader));
  return (item) => parts.some((holds) => holds(item));
}

function parseAnd(reader: TokenReader): Condition {
  const parts = [parseTerm(reader)];
  while (reader.take('AND')) parts.push(parseTerm(reader));
  return (item) => parts.every((holds) => holds(item));
}

function parseTerm(reader: TokenReader): Condition {
  if (reader.take('NOT')) throw reader.unknown('NOT');
  if (reader.take('(')) {
    const inner = parseOr(reader);
    reader.expect(')');
    return inner;
  }
  if (reader.take('ATTRIBUTE_EXISTS')) return parseExistence(reader, true);
  if (reader.take('ATTRIBUTE_NOT_EXISTS')) return parseExistence(reader, false);
  if (reader.take('BEGINS_WITH')) return parsePrefix(reader);
  return parseComparison(reader);
}

function parseExistence(reader: TokenReader, exists: boolean): Condition {
  reader.expect('(');
  const name = reader.path();
  reader.expect(')');
  return (item) => (item[name] !== undefined) === exists;
}

function parsePrefix(reader: TokenReader): Condition {
  reader.expect('(');
  const operand = parseOperand(reader);
  reader.expect(',');
  const prefix = reader.placeholders.value(reader.next());
  reader.expect(')');
  return (item) => {
    const value = operand(item);
    return value !== undefined && startsWith(value, prefix);
  };
}

function parseComparison(reader: TokenReader): Condition {
  const left = parseOperand(reader);
  if (reader.take('BETWEEN')) {
    const from = parseOperand(reader);
    reader.expect('AND');
    const to = parseOperand(reader);
    const within = [inOrder(from, left), inOrder(left, to)];
    return (item) => within.every((holds) => holds(item));
  }
  const sign = reader.next();
  const compare = COMPARISONS[sign];
  if (sign !== '=' && sign !== '<>' && compare === undefined) throw reader.unknown(sign);
  const right = parseOperand(reader);
  return (item) => {
    const [a, b] = [left(item), right(item)];
    if (a === undefined || b === undefined) return sign === '<>' && a !== b;
    if (sign === '=' || sign === '<>') return isEqual(a, b) === (sign === '=');
    const order = compareValues(a, b);
    return order !== undefined && compare?.(order) === true;
  };
}

function inOrder(low: Operand, high: Operand): Condition {
  return (item) => {
    const [a, b] = [low(item), high(item)];
    const order = a === undefined || b === undefined ? undefined : compareValues(a, b);
    return order !== undefined && order <= 0;
  };
}

function parseOperand(reader: TokenReader): Operand {
  if (reader.peek()?.startsWith(':')) {
    const value = reader.placeholders.value(reader.next());
    return () => value;
  }
  const name = reader.path();
  if (reader.peek() === '(') throw reader.unknown(`the function ${name}`);
  return (item) => item[name];
}

/** Parts of a key condition: the partition, and the condition on the sort key. */
export interface KeyCondition {
  readonly partition: AttributeValue;
  readonly sort: Condition;
}

/** Key attributes of a table or an index. */
export interface KeyNames {
  readonly hash: string;
  readonly range: string;
}

/** Parses a key condition: `<hash> = :value`, alone or with one condition on the range key. */
export function parseKeyCondition(reader: TokenReader, { hash, range }: KeyNames): KeyCondition {
  if (reader.path() !== hash) throw validation(`Query condition missed key schema element: ${hash}`);
  reader.expect('=');
  const partition = reader.placeholders.value(reader.next());
  if (!reader.take('AND')) {
    reader.expectEnd();
    return { partition, sort: () => true };
  }
  const sort = parseTerm(reader);
  reader.expectEnd();
  if (reader.attributes.slice(1).some((name) => name !== range)) throw validation('Query key condition not supported');
  return { partition, sort };
}
