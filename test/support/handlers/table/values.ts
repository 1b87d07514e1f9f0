/** Comparison and size of attribute values. */
import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type Item, validation } from './errors';
import { compareNumbers, normalizeNumber } from './numbers';

/** Maximum size of an item in bytes, including names. */
const MAX_ITEM_BYTES = 409_600;
const MAX_DEPTH = 32;

export function isEqual(a: AttributeValue, b: AttributeValue): boolean {
  return a.S !== undefined && b.S !== undefined ? a.S === b.S : isDeepStrictEqual(a, b);
}

/** Compares two values; strings by their UTF-8 bytes. Returns `undefined` for different types, or types without an order. */
export function compareValues(a: AttributeValue, b: AttributeValue): number | undefined {
  if (a.S !== undefined && b.S !== undefined) return compareTexts(a.S, b.S);
  if (a.N !== undefined && b.N !== undefined) return compareNumbers(a.N, b.N);
  if (a.B !== undefined && b.B !== undefined) return Buffer.compare(a.B, b.B);
  return undefined;
}

/** Compares texts by their UTF-8 bytes. Up to U+D7FF, UTF-16 units have the same order. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (/[\ud800-\uffff]/.test(a) || /[\ud800-\uffff]/.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

export function startsWith(value: AttributeValue, prefix: AttributeValue): boolean {
  return value.S !== undefined && prefix.S !== undefined && value.S.startsWith(prefix.S);
}

/** Returns an item as the table stores it. @throws ValidationException for values that the table cannot store */
export function toStored(item: Item): Item {
  const stored = mapValues(item, 0);
  if (itemSize(stored) > MAX_ITEM_BYTES) throw validation('Item size has exceeded the maximum allowed size');
  return stored;
}

export function itemSize(item: Item): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) bytes += byteSize(name) + valueSize(value);
  return bytes;
}

function mapValues(item: Item, depth: number): Item {
  const mapped: Item = {};
  for (const [name, value] of Object.entries(item)) mapped[name] = normalize(value, depth);
  return mapped;
}

/** Copies a value, with numbers in their stored form. */
export function normalize(value: AttributeValue, depth = 0): AttributeValue {
  if (depth > MAX_DEPTH) throw validation('Nesting Levels have exceeded supported limits');
  if (value.S !== undefined) return { S: value.S };
  if (value.N !== undefined) return { N: normalizeNumber(value.N) };
  if (value.M !== undefined) return { M: mapValues(value.M, depth + 1) };
  if (value.L !== undefined) return { L: value.L.map((one) => normalize(one, depth + 1)) };
  if (value.SS !== undefined || value.NS !== undefined || value.BS !== undefined)
    throw new Error('The memory table does not know sets');
  return structuredClone(value);
}

function valueSize(value: AttributeValue): number {
  if (value.S !== undefined) return byteSize(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.replace(/[-.]/g, '').length / 2) + 1;
  if (value.B !== undefined) return value.B.length;
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + itemSize(value.M);
  if (value.L !== undefined) return value.L.reduce((sum, one) => sum + 1 + valueSize(one), 3);
  return 1;
}

const byteSize = (text: string): number => Buffer.byteLength(text);
