import { randomUUID } from 'node:crypto';

/** Returns a new version 7 UUID (RFC 9562, section 5.7). These ids sort by creation time. */
export function newId(atMs: number): string {
  // The random bits and the variant come from a version 4 UUID. Its creation is fast, because Node has a cache of random bytes.
  return `${minIdAt(atMs).slice(0, 14)}7${randomUUID().slice(15)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for a UUID of any version, including the nil UUID. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** Returns an id from a request in its stored form (lower case); `undefined` for a malformed id. */
export function normalizeId(text: string): string | undefined {
  return isUuid(text) ? text.toLowerCase() : undefined;
}

/** Returns the smallest possible id with a creation time at or after `atMs` (epoch ms). */
export function minIdAt(atMs: number): string {
  const hex = Math.max(0, Math.min(Math.floor(atMs), 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Returns the creation time of one of our ids (epoch ms). */
export function createdAtMsFromId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}
