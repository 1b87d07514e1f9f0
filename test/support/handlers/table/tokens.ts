/** Reads an expression token by token and resolves its placeholders. Rejects unknown tokens. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type Item, validation } from './errors';
import { RESERVED_WORDS } from './reserved-words';
import { normalize } from './values';

const TOKEN = /\s*(?:([#:]?[A-Za-z0-9_]+)|(<=|>=|<>|[=<>(),+\-[\].]))/y;

/** Names and values of a request's placeholders. The expressions of the request must use all placeholders. */
export class Placeholders {
  readonly #used = new Set<string>();

  constructor(
    private readonly names: Readonly<Record<string, string>> = {},
    private readonly values: Item = {},
  ) {}

  name(token: string): string {
    if (!token.startsWith('#')) {
      if (RESERVED_WORDS.has(token.toUpperCase()))
        throw validation(`Attribute name is a reserved keyword; reserved keyword: ${token}`);
      return token;
    }
    this.#used.add(token);
    const name = this.names[token];
    if (name === undefined)
      throw validation(`An expression attribute name used in the expression is not defined: ${token}`);
    return name;
  }

  value(token: string): AttributeValue {
    this.#used.add(token);
    const value = this.values[token];
    if (value === undefined)
      throw validation(`An expression attribute value used in expression is not defined: ${token}`);
    return normalize(value);
  }

  /** @throws ValidationException if a placeholder is unused */
  assertAllUsed(): void {
    const unused = [...Object.keys(this.names), ...Object.keys(this.values)].filter((token) => !this.#used.has(token));
    if (unused.length > 0) throw validation(`Value provided in ExpressionAttribute unused in expressions: ${unused}`);
  }
}

const known = new Map<string, readonly string[]>();

/** Returns the tokens of an expression. Cached, because the service uses few different expressions. */
function tokensOf(text: string): readonly string[] {
  const tokens = known.get(text) ?? split(text);
  known.set(text, tokens);
  return tokens;
}

function split(text: string): readonly string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  if (end === 0) throw validation('Invalid expression: The expression can not be empty;');
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text);
    if (found === null) throw validation(`Invalid expression: Syntax error; ${text}`);
    tokens.push(found[1] ?? found[2] ?? '');
  }
  return tokens;
}

export class TokenReader {
  /** Attributes that were read, in order. */
  readonly attributes: string[] = [];
  readonly #tokens: readonly string[];
  #position = 0;

  constructor(
    private readonly text: string,
    readonly placeholders: Placeholders,
  ) {
    this.#tokens = tokensOf(text);
  }

  peek(): string | undefined {
    return this.#tokens[this.#position];
  }

  next(): string {
    const token = this.peek();
    if (token === undefined) throw validation(`Invalid expression: Syntax error; ${this.text}`);
    this.#position += 1;
    return token;
  }

  /** Reads the next token if it is equal to `token`. @returns true if the token was read */
  take(token: string): boolean {
    if (this.peek()?.toUpperCase() !== token) return false;
    this.#position += 1;
    return true;
  }

  expect(token: string): void {
    if (!this.take(token)) throw validation(`Invalid expression: Syntax error; token: ${this.peek()}, in ${this.text}`);
  }

  expectEnd(): void {
    if (this.peek() !== undefined) this.expect('');
  }

  /** Reads the name of a top-level attribute. */
  path(): string {
    const name = this.placeholders.name(this.next());
    if (this.peek() === '.' || this.peek() === '[')
      throw new Error(`The memory table does not know paths into attributes: ${this.text}`);
    this.attributes.push(name);
    return name;
  }

  unknown(what: string): Error {
    return new Error(`The memory table does not know ${what}: ${this.text}`);
  }
}
