/** Parses and applies update expressions. Supports only the syntax that the service uses: SET, REMOVE, and ADD of numbers. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type Item, validation } from './errors';
import { addNumbers } from './numbers';
import type { TokenReader } from './tokens';

export interface Update {
  readonly names: readonly string[];
  apply(item: Item): Item;
}

type Operand = (before: Item) => AttributeValue | undefined;

/** New value of an attribute; `undefined` removes the attribute. */
type Change = readonly [name: string, next: Operand];

const CLAUSES = ['SET', 'REMOVE', 'ADD', 'DELETE'];

export function parseUpdate(reader: TokenReader): Update {
  const changes: Change[] = [];
  const clauses = new Set<string>();
  while (reader.peek() !== undefined) {
    const clause = reader.next().toUpperCase();
    if (!CLAUSES.includes(clause)) throw validation(`Invalid UpdateExpression: Syntax error; token: ${clause}`);
    if (clause === 'DELETE') throw reader.unknown('DELETE');
    if (clauses.has(clause))
      throw validation(`Invalid UpdateExpression: The "${clause}" section can only be used once`);
    clauses.add(clause);
    do changes.push(parseChange(reader, clause));
    while (reader.take(','));
  }
  const names = changes.map(([name]) => name);
  if (new Set(names).size < names.length)
    throw validation('Invalid UpdateExpression: Two document paths overlap with each other');
  return { names, apply: (before) => applyChanges(before, changes) };
}

function parseChange(reader: TokenReader, clause: string): Change {
  const name = reader.path();
  if (clause === 'REMOVE') return [name, () => undefined];
  if (clause === 'ADD') {
    const value = reader.placeholders.value(reader.next());
    if (value.N === undefined) throw reader.unknown('ADD of what is no number');
    return [name, (before) => sum(before[name] ?? { N: '0' }, value)];
  }
  reader.expect('=');
  return [name, parseSum(reader)];
}

function parseSum(reader: TokenReader): Operand {
  const left = parseOperand(reader);
  if (reader.peek() === '-') throw reader.unknown('subtraction');
  if (!reader.take('+')) return (before) => existing(left(before));
  const right = parseOperand(reader);
  return (before) => sum(existing(left(before)), existing(right(before)));
}

function parseOperand(reader: TokenReader): Operand {
  if (reader.peek()?.startsWith(':')) {
    const value = reader.placeholders.value(reader.next());
    return () => value;
  }
  if (!reader.take('IF_NOT_EXISTS')) {
    const name = reader.path();
    if (reader.peek() === '(') throw reader.unknown(`the function ${name}`);
    return (before) => before[name];
  }
  reader.expect('(');
  const name = reader.path();
  reader.expect(',');
  const otherwise = parseOperand(reader);
  reader.expect(')');
  return (before) => before[name] ?? otherwise(before);
}

/** Applies the changes. All operands use the item before the update. */
function applyChanges(before: Item, changes: readonly Change[]): Item {
  const after = { ...before };
  for (const [name, next] of changes) {
    const value = next(before);
    if (value === undefined) delete after[name];
    else after[name] = value;
  }
  return after;
}

function existing(value: AttributeValue | undefined): AttributeValue {
  if (value === undefined)
    throw validation('The provided expression refers to an attribute that does not exist in the item');
  return value;
}

function sum(a: AttributeValue, b: AttributeValue): AttributeValue {
  if (a.N === undefined || b.N === undefined)
    throw validation('An operand in the update expression has an incorrect data type');
  return { N: addNumbers(a.N, b.N) };
}
