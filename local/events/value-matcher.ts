import { BlockList, isIP } from 'node:net';
import { isJsonObject, type JsonObject } from '#local/engines/json-object';

/** Tells whether one scalar of an event fits. */
export type ValueMatcher = (value: unknown) => boolean;

/** A pattern that the cloud would refuse. `path` leads to the place, for example `detail.state`. */
export class PatternError extends Error {
  constructor(path: string, problem: string) {
    super(`Event pattern, at ${path === '' ? 'the top' : path}: ${problem}`);
    this.name = 'PatternError';
  }
}

type Compile = (operand: unknown, path: string) => ValueMatcher;

/** Numbers outside are refused in numeric tests (EventBridge user guide, comparison operators). */
const NUMERIC_LIMIT = 5e9;

/** One member of a pattern's list: a value to equal, or an object with one operator. */
export function compileValueMatcher(test: unknown, path: string): ValueMatcher {
  if (!isJsonObject(test)) {
    if (Array.isArray(test)) throw new PatternError(path, 'a list inside a list is not a test');
    return (value) => value === test;
  }
  const { operator, operand } = singleOperator(test, path);
  const compile = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (compile === undefined) throw new PatternError(path, `unknown operator "${operator}"`);
  return compile(operand, `${path}.${operator}`);
}

const OPERATORS: Readonly<Record<string, Compile>> = {
  prefix: (operand, path) => affix(operand, path, (value, part) => value.startsWith(part)),
  suffix: (operand, path) => affix(operand, path, (value, part) => value.endsWith(part)),
  'equals-ignore-case': (operand, path) => {
    const expected = fold(text(operand, path));
    return onText((value) => fold(value) === expected);
  },
  wildcard: (operand, path) => onText(compileWildcard(text(operand, path), path)),
  cidr: (operand, path) => compileCidr(text(operand, path), path),
  numeric: compileNumeric,
  'anything-but': compileAnythingBut,
  exists: (operand, path) => {
    if (operand !== true) throw new PatternError(path, 'must be true or false');
    return () => true;
  },
};

/** Tells whether a test is `{"exists": false}`, the one that fits if there is no value at all. */
export function isAbsenceTest(test: unknown): boolean {
  return isJsonObject(test) && Object.keys(test).length === 1 && test.exists === false;
}

function affix(operand: unknown, path: string, fits: (value: string, part: string) => boolean): ValueMatcher {
  if (isJsonObject(operand)) {
    const nested = singleOperator(operand, path);
    if (nested.operator !== 'equals-ignore-case') throw new PatternError(path, `unknown operator "${nested.operator}"`);
    const folded = fold(text(nested.operand, path));
    return onText((value) => fits(fold(value), folded));
  }
  const part = text(operand, path);
  return onText((value) => fits(value, part));
}

/** Operators that may stand inside anything-but, each over one text or a list of texts. */
const DENIABLE = ['prefix', 'suffix', 'equals-ignore-case', 'wildcard'];

function compileAnythingBut(operand: unknown, path: string): ValueMatcher {
  if (isJsonObject(operand)) {
    const { operator, operand: inner } = singleOperator(operand, path);
    const compile = DENIABLE.includes(operator) ? OPERATORS[operator] : undefined;
    if (compile === undefined) throw new PatternError(path, `"${operator}" cannot be negated`);
    const denied = nonEmptyList(inner, path).map((part) => {
      if (text(part, path) === '') throw new PatternError(path, 'an empty text would deny everything');
      return compile(part, `${path}.${operator}`);
    });
    return (value) => isScalar(value) && !denied.some((fits) => fits(value));
  }
  const denied = nonEmptyList(operand, path);
  const everyIs = (type: string) => denied.every((value) => typeof value === type);
  if (!everyIs('string') && !everyIs('number')) throw new PatternError(path, 'takes texts only or numbers only');
  return (value) => isScalar(value) && !denied.includes(value);
}

const COMPARE: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

/** One comparison, or a lower bound followed by an upper bound. */
function compileNumeric(operand: unknown, path: string): ValueMatcher {
  if (!Array.isArray(operand) || (operand.length !== 2 && operand.length !== 4)) {
    throw new PatternError(path, 'takes one comparison, or a lower and an upper bound');
  }
  const members: readonly unknown[] = operand;
  const [first, low, second, high] = members;
  if (members.length === 4 && !(isMember(first, ['>', '>=']) && isMember(second, ['<', '<=']))) {
    throw new PatternError(path, 'a range is a lower bound (> or >=) and then an upper bound (< or <=)');
  }
  const test = comparison(first, low, path);
  if (members.length === 2) return (value) => typeof value === 'number' && test(value);
  const upper = comparison(second, high, path);
  if (Number(low) >= Number(high)) throw new PatternError(path, 'the lower bound must be below the upper one');
  return (value) => typeof value === 'number' && test(value) && upper(value);
}

function comparison(operator: unknown, bound: unknown, path: string): (value: number) => boolean {
  const compare = typeof operator === 'string' && Object.hasOwn(COMPARE, operator) ? COMPARE[operator] : undefined;
  if (compare === undefined) throw new PatternError(path, `unknown comparison ${JSON.stringify(operator)}`);
  if (typeof bound !== 'number' || Math.abs(bound) > NUMERIC_LIMIT) {
    throw new PatternError(path, `a bound must be a number from -${NUMERIC_LIMIT} to ${NUMERIC_LIMIT}`);
  }
  return (value) => compare(value, bound);
}

function compileCidr(block: string, path: string): ValueMatcher {
  const [address = '', length = '', ...rest] = block.split('/');
  const version = isIP(address);
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (version === 0 || rest.length > 0 || !(bits <= (version === 4 ? 32 : 128))) {
    throw new PatternError(path, `"${block}" is not a block of addresses`);
  }
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  // An address of the other version is outside: the list itself would look at the mapped form.
  return onText((value) => isIP(value) === version && list.check(value, family));
}

/** `*` stands for any run of characters; `\*` and `\\` for the characters themselves. */
function compileWildcard(pattern: string, path: string): (value: string) => boolean {
  const parts = [''];
  for (const [token] of pattern.matchAll(/\\?[\s\S]/gu)) {
    if (token === '*') parts.push('');
    else if (!token.startsWith('\\')) parts.push(`${parts.pop()}${token}`);
    else if (token === '\\*' || token === '\\\\') parts.push(`${parts.pop()}${token.slice(1)}`);
    else throw new PatternError(path, 'a backslash stands only before * or another backslash');
  }
  if (parts.slice(1, -1).includes('')) throw new PatternError(path, 'two stars in a row');
  const [head = '', ...middle] = parts;
  const tail = middle.pop();
  if (tail === undefined) return (value) => value === head;
  // Each part at its first place after the one before: no backtracking, whatever the text.
  return (value) => {
    const end = value.length - tail.length;
    if (end < head.length || !value.startsWith(head) || !value.endsWith(tail)) return false;
    let at = head.length;
    for (const part of middle) {
      const found = value.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= end;
  };
}

function singleOperator(test: JsonObject, path: string): { operator: string; operand: unknown } {
  const [entry, ...more] = Object.entries(test);
  if (entry === undefined || more.length > 0) throw new PatternError(path, 'a test object has exactly one operator');
  return { operator: entry[0], operand: entry[1] };
}

function nonEmptyList(operand: unknown, path: string): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
  if (list.length === 0) throw new PatternError(path, 'an empty list');
  return list;
}

function text(operand: unknown, path: string): string {
  if (typeof operand !== 'string') throw new PatternError(path, 'takes a text');
  return operand;
}

function onText(fits: (value: string) => boolean): ValueMatcher {
  return (value) => typeof value === 'string' && fits(value);
}

function fold(value: string): string {
  return value.toLowerCase();
}

function isMember(value: unknown, members: readonly unknown[]): boolean {
  return members.includes(value);
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
