/** Random bytes from a seeded generator. */
import type { Chance } from '#test/support/chance';

export function seededBytes(chance: Chance, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let index = 0; index < size; index += 1) bytes[index] = chance.between(0, 255);
  return bytes;
}

/** Returns a version 4 UUID. */
export function randomUuid(chance: Chance): string {
  const hex = seededBytes(chance, 16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
