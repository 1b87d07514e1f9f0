import { operationFacts } from './generated/operations.js';
import { checkObject, describeGiven, kindOf } from './given.js';
import type { OperationFacts } from './operation-facts.js';
import type { OperationId } from './operation-types.js';
import { checkQuery } from './options.js';

/** Input of any operation. */
export interface LooseInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** A request. Every attempt of the call sends the request unchanged. */
export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly facts: OperationFacts;
}

/**
 * Builds the request of a call once, so that every attempt sends the same bytes.
 * @throws TypeError for an invalid id or header, or for a value that JSON or a query cannot contain
 */
export function prepareRequest(
  baseUrl: string,
  { operation, input }: { readonly operation: OperationId; readonly input: LooseInput },
  headers: Readonly<Record<string, string | undefined>>,
): PreparedRequest {
  const facts: OperationFacts = operationFacts[operation];
  const url = new URL(baseUrl + fillPath(facts.path, input.path ?? {}));
  const query = input.query ?? {};
  checkQuery(query);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) url.searchParams.set(name, queryText(value, `query.${name}`));
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, value);
  if (input.body !== undefined) {
    checkObject('body', input.body);
    checkJson(input.body, 'body');
    sent.set('content-type', 'application/json');
  }
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  return { url: url.href, method: facts.method, headers: sent, body, facts };
}

/** Text that cannot be an id: blank, `.`, `..`, or the result of a missing value in a template string, such as `undefined`. */
const NO_ID = /^\s*(\.{0,2}|undefined|null|NaN|\[object \w+\])\s*$/;

/**
 * Fills the ids into a path.
 * @throws TypeError for an invalid id, because for example an empty id or `..` would call another operation
 */
function fillPath(path: string, ids: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id !== 'string' || NO_ID.test(id))
      throw new TypeError(`${name} must be a UUID, got ${describeGiven(id)}`);
    return encodeURIComponent(id);
  });
}

// Checks the content of a request. `JSON.stringify` would convert unsupported values to `null` or drop them.

/**
 * Checks that JSON can represent a value without a change. Allows `undefined` fields, which `JSON.stringify` leaves out.
 * @param around the objects that contain the value
 * @throws TypeError, for example for `NaN`, a bigint, `undefined` in an array, or a cycle
 */
function checkJson(value: unknown, path: string, around: readonly object[] = []): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') checkFinite(value, path);
  else if (typeof value !== 'object') throw refuse(path, value);
  else if (around.includes(value)) throw new TypeError(`${path} contains itself. Pass an object without cycles`);
  else checkObjectOfJson(value, path, [...around, value]);
}

function checkObjectOfJson(value: object, path: string, around: readonly object[]): void {
  // Refuse bytes before the check of `toJSON`: in Node.js, `Buffer` has a `toJSON` method that writes each byte as a number.
  if (ArrayBuffer.isView(value)) throw refuse(path, value);
  if (Array.isArray(value)) {
    // `Array.from` returns missing elements as `undefined`; `forEach` would skip them.
    for (const [index, item] of Array.from(value).entries()) checkJson(item, `${path}[${index}]`, around);
  } else if (kindOf(value) === 'Date') instantOf(value, path);
  else if ('toJSON' in value && typeof value.toJSON === 'function') checkJson(value.toJSON(), path, around);
  else if (kindOf(value) !== 'Object') throw refuse(path, value);
  else
    for (const [name, member] of Object.entries(value))
      if (member !== undefined) checkJson(member, `${path}.${name}`, around);
}

/**
 * Formats a query parameter: a list as one parameter with commas, a `Date` as ISO 8601.
 * @throws TypeError for a value that is not text, a finite number, a boolean, a `Date`, or a list of these
 */
function queryText(value: unknown, path: string): string {
  if (Array.isArray(value)) return Array.from(value, (one, index) => scalarText(one, `${path}[${index}]`)).join(',');
  return scalarText(value, path);
}

function scalarText(value: unknown, path: string): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    checkFinite(value, path);
    return String(value);
  }
  if (kindOf(value) !== 'Date') throw refuse(path, value);
  return instantOf(value, path);
}

function checkFinite(value: number, path: string): void {
  if (!Number.isFinite(value)) throw new TypeError(`${path} must be a finite number, got ${value}`);
}

function instantOf(date: unknown, path: string): string {
  const atMs = Number(date);
  if (Number.isNaN(atMs)) throw new TypeError(`${path} must be a valid Date, got an invalid Date`);
  return new Date(atMs).toISOString();
}

function refuse(path: string, value: unknown): TypeError {
  const got = typeof value === 'bigint' ? 'a bigint' : describeGiven(value);
  return new TypeError(
    `${path} must be a value that JSON can contain (text, number, boolean, list or object), got ${got}`,
  );
}
