/** Content of a request: values that JSON and a query can carry. `JSON.stringify` turns others into `null` or drops them. */
import { checkObject, describeGiven, kindOf } from './given.js';

/**
 * Checks that JSON carries a value without a change. Members that are `undefined` are left out, as always.
 * @param path where the value is, for the message: `body.sourceAmount`
 * @param around the objects that contain it
 * @throws TypeError for `NaN`, `Infinity`, a bigint, a function, a symbol, `undefined` in an array, an object that JSON cannot write, and a cycle
 */
export function checkJson(value: unknown, path: string, around: readonly object[] = []): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') checkFinite(value, path);
  else if (typeof value !== 'object') throw refuse(path, value);
  else if (around.includes(value)) throw new TypeError(`${path} contains itself: give an object without cycles`);
  else checkObjectOfJson(value, path, [...around, value]);
}

function checkObjectOfJson(value: object, path: string, around: readonly object[]): void {
  // Bytes have a `toJSON` in Node.js, which writes each byte as a number.
  if (ArrayBuffer.isView(value)) throw refuse(path, value);
  if (Array.isArray(value)) {
    // `from` gives holes as `undefined`; `forEach` would skip them.
    for (const [index, item] of Array.from(value).entries()) checkJson(item, `${path}[${index}]`, around);
  } else if (kindOf(value) === 'Date') instantOf(value, path);
  else if ('toJSON' in value && typeof value.toJSON === 'function') checkJson(value.toJSON(), path, around);
  else if (kindOf(value) !== 'Object') throw refuse(path, value);
  else
    for (const [name, member] of Object.entries(value))
      if (member !== undefined) checkJson(member, `${path}.${name}`, around);
}

/**
 * Writes a query parameter: a list as one parameter with commas between, an instant in ISO 8601.
 * @throws TypeError for a value that is neither text, a finite number, a boolean, a `Date`, nor a list of these
 */
export function queryText(value: unknown, path: string): string {
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

/** Checks the body of a request. @throws TypeError */
export function checkBody(body: unknown): void {
  checkObject('body', body);
  checkJson(body, 'body');
}

function checkFinite(value: number, path: string): void {
  if (!Number.isFinite(value)) throw new TypeError(`${path} must be a finite number, got ${value}`);
}

function instantOf(date: unknown, path: string): string {
  const atMs = Number(date);
  if (Number.isNaN(atMs)) throw new TypeError(`${path} must be a valid Date, got an invalid one`);
  return new Date(atMs).toISOString();
}

function refuse(path: string, value: unknown): TypeError {
  const got = typeof value === 'bigint' ? 'a bigint' : describeGiven(value);
  return new TypeError(
    `${path} must be a value that JSON can carry (text, number, boolean, list or object), got ${got}`,
  );
}
