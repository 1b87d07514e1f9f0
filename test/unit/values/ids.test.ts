import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createdAtMsFromId, isUuid, minIdAt, newId } from '#shared/values/ids';

/** RFC 9562: digit 13 is the version, digit 17 the variant. */
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const instants = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe('identifiers', () => {
  it('are version 7 UUIDs that carry their instant', () => {
    fc.assert(
      fc.property(instants, (atMs) => {
        const id = newId(atMs);
        expect(id).toMatch(VERSION_7);
        expect(isUuid(id)).toBe(true);
        expect(createdAtMsFromId(id)).toBe(atMs);
        expect(id >= minIdAt(atMs)).toBe(true);
      }),
    );
  });

  it('are whole where their instant is a part of a millisecond', () => {
    expect(createdAtMsFromId(newId(1_800_000_000_000.75))).toBe(1_800_000_000_000);
    expect(newId(1_800_000_000_000.75)).toMatch(VERSION_7);
  });

  it('sort by their instant', () => {
    fc.assert(fc.property(instants, instants, (one, two) => one >= two || newId(one) < newId(two)));
  });

  it('of one millisecond differ, in each of their 74 random bits', () => {
    const ids = Array.from({ length: 2000 }, () => newId(1_800_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
    const numbers = ids.map((id) => BigInt(`0x${id.replaceAll('-', '')}`));
    const seen = (bit: bigint) => new Set(numbers.map((number) => (number >> bit) & 1n)).size;
    const bits = Array.from({ length: 128 }, (_, bit) => seen(BigInt(bit)));
    expect(bits.filter((values) => values === 2)).toHaveLength(74);
  });
});
