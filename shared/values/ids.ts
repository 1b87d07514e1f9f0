import { randomUUID } from 'node:crypto';

/** A new identifier: a version 7 UUID (RFC 9562, section 5.7), so that identifiers sort by the time they were made. */
export function newId(atMs: number): string {
  // All random bits and the variant of a version 4 UUID, which Node takes from a store of random bytes.
  return `${minIdAt(atMs).slice(0, 14)}7${randomUUID().slice(15)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true if a string has the form of a UUID of any version, the nil one included. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** An identifier as it is stored, from text that a caller gave; `undefined` when the text is none. */
export function normalizeId(text: string): string | undefined {
  return isUuid(text) ? text.toLowerCase() : undefined;
}

/** The smallest identifier that could have been made at or after the given epoch millisecond. */
export function minIdAt(atMs: number): string {
  const hex = Math.max(0, Math.min(Math.floor(atMs), 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The epoch millisecond at which an identifier of ours was made. */
export function createdAtMsFromId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}
