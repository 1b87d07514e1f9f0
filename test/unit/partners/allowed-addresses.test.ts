import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCidr } from '#shared/partners/domain/address-range';
import { areAllAddresses, isAllowedFrom, isWithin } from '#shared/partners/domain/allowed-addresses';

it.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['128.0.0.0/1', '128.0.0.0/1'],
  ['2001:DB8::1', '2001:db8::1/128'],
  ['2001:db8:0::/48', '2001:db8::/48'],
  ['8000::/1', '8000::/1'],
  ['::/96', '::/96'],
  ['::fffe:0:0/96', '::fffe:0:0/96'],
  ['64:ff9b::/96', '64:ff9b::/96'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['::FFFF:cb00:7107', '203.0.113.7/32'],
  ['64:ff9b::203.0.113.7', '64:ff9b::cb00:7107/128'],
  ['::7', '::7/128'],
])('reads %s as %s', (typed, cidr) => expect(parseCidr(typed)).toBe(cidr));

it.each([
  // A list cannot allow all addresses.
  ...['0.0.0.0/0', '::/0'],
  // The host bits are set, so the range is ambiguous.
  ...['203.0.113.7/24', '2001:db8::1/32'],
  ...['203.0.113.0/33', '2001:db8::/129', '203.0.113.0/-1', '203.0.113.0/', '203.0.113.0/24/8', '203.0.113.0/2e1'],
  // These IPv6 ranges contain all IPv4 addresses in their IPv6 form.
  ...[
    '::/1',
    '::/8',
    '::/64',
    '::/80',
    '0:0::/80',
    '::ffff:0:0/96',
    '::8000:0:0/81',
    '::fffe:0:0/95',
    '::ffff:0.0.0.0/96',
  ],
  // IPv4-compatible IPv6 addresses are obsolete.
  ...['::203.0.113.7', '::203.0.113.7/128', '::203.0.113.0/120', '::0.0.0.1'],
  ...['203.0.113', '0x7f.0.0.1', '010.0.0.1', '::ffff:203.0.113.0/120', 'fe80::1%eth0', 'example.com', ''],
])('does not read %j', (typed) => expect(parseCidr(typed)).toBeUndefined());

describe('a key', () => {
  it('without ranges may be used from anywhere', () => {
    expect(isAllowedFrom(undefined, '198.51.100.7')).toBe(true);
    expect(isAllowedFrom(undefined, undefined)).toBe(true);
  });

  it.each([
    ['203.0.113.0/24', '203.0.113.0', true],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.112.255', false],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.0/25', '203.0.113.128', false],
    ['203.0.113.0/24', '::ffff:203.0.113.9', true],
    ['203.0.113.0/24', '::ffff:cb00:7109', true],
    ['203.0.113.0/24', '::203.0.113.9', false],
    ['203.0.113.7/32', '203.0.113.7', true],
    ['203.0.113.7/32', '203.0.113.8', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::', false],
    ['2001:db8::1/128', '2001:0db8:0:0::1', true],
    ['2001:db8::/32', '203.0.113.7', false],
    ['203.0.113.0/24', undefined, false],
    ['203.0.113.0/24', 'unknown', false],
    // `parseCidr` never returns these ranges.
    ['::/1', '203.0.113.7', false],
    ['::/64', '203.0.113.7', false],
    ['::/64', '::ffff:203.0.113.7', false],
    ['::/64', '::ffff:cb00:7107', false],
    ['::ffff:0:0/96', '203.0.113.7', false],
    ['::/64', '::7', true],
    ['::/64', '::203.0.113.7', true],
    ['0.0.0.0/1', '::1', false],
  ])('of %s from %s: %s', (cidr, address, allowed) => {
    expect(isAllowedFrom([cidr], address)).toBe(allowed);
    expect(isAllowedFrom(['192.0.2.0/24', '2001:db8:f::/48', cidr], address)).toBe(allowed);
  });

  it('of an empty list from nowhere', () => expect(isAllowedFrom([], '203.0.113.7')).toBe(false));
});

interface Family {
  readonly bits: number;
  readonly text: (value: bigint) => string;
}
const parts = (value: bigint, count: number, size: number) =>
  Array.from({ length: count }, (_, at) => BigInt.asUintN(size, value >> BigInt(size * (count - 1 - at))));
const v4: Family = { bits: 32, text: (value) => parts(value, 4, 8).join('.') };
const v6: Family = {
  bits: 128,
  text: (value) =>
    parts(value, 8, 16)
      .map((part) => part.toString(16))
      .join(':'),
};

/** Returns a CIDR range with its first and last address as numbers. */
function rangeOf({ bits, text }: Family, value: bigint, length: number) {
  const size = 1n << BigInt(bits - length);
  const first = (value / size) * size;
  return { bits, first, last: first + size - 1n, cidr: parseCidr(`${text(first)}/${length}`) };
}

it('is let in from an address exactly if one of its ranges of the same family has it', () => {
  /** Random addresses of both families. Half of the IPv6 addresses are IPv4 addresses in their IPv6 form. */
  const place = fc.constantFrom(v4, v6).chain((family) => {
    const all = fc.bigInt({ min: 0n, max: (1n << BigInt(family.bits)) - 1n });
    const near = all.map((value) => (0xffffn << 32n) | (value & 0xffff_ffffn));
    return (family === v6 ? fc.oneof(all, near) : all).map((value) => ({ family, value }));
  });
  const shape = fc.tuple(place, fc.double({ min: 0, max: 1, noNaN: true }));
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 8 }), place, fc.boolean(), (shapes, { family, value }, isNear) => {
      const ranges = shapes.map(([one, share]) =>
        rangeOf(
          one.family,
          isNear && one.family === family ? value : one.value,
          1 + Math.floor(share * (one.family.bits - 1)),
        ),
      );
      const taken = ranges.filter(({ cidr }) => cidr !== undefined);
      const isMapped = family === v6 && value >> 32n === 0xffffn;
      const [bits, number] = isMapped ? [32, value & 0xffff_ffffn] : [family.bits, value];
      const expected = taken.some((range) => range.bits === bits && range.first <= number && number <= range.last);
      const cidrs = taken.flatMap(({ cidr }) => cidr ?? []);
      expect(isAllowedFrom(cidrs, family.text(value))).toBe(expected);
      const kind = `${isMapped ? 'mapped' : family.bits} ${expected}`;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }),
    { numRuns: 2000 },
  );
  expect([...seen.keys()].sort()).toEqual([
    '128 false',
    '128 true',
    '32 false',
    '32 true',
    'mapped false',
    'mapped true',
  ]);
});

describe('ranges are all addresses together', () => {
  /** Splits all addresses into ranges of one half, one quarter and so on. The ranges contain every address of the family once. */
  const split = ({ bits, text }: Family, count: number): string[] =>
    Array.from({ length: count }, (_, at) => {
      const length = Math.min(at + 1, count - 1);
      return `${text(((1n << BigInt(at)) - 1n) << BigInt(bits - at))}/${length}`;
    });

  it.each([2, 3, 8, 20])('if %i of them leave out none, in any order and with others', (count) => {
    const whole = split(v4, count);
    expect(areAllAddresses(whole)).toBe(true);
    expect(areAllAddresses([...whole, ...whole, '203.0.113.0/24', '2001:db8::/32'].reverse())).toBe(true);
    for (const left of whole) expect(areAllAddresses(whole.filter((one) => one !== left))).toBe(false);
  });

  it.each([
    [[], false],
    [['0.0.0.0/1'], false],
    [['0.0.0.0/1', '8000::/1'], false],
    [['0.0.0.0/1', '128.0.0.0/2', '128.0.0.0/3'], false],
    [['0.0.0.0/2', '64.0.0.0/2', '128.0.0.0/2', '192.0.0.0/2'], true],
    [['0.0.0.0/1', '128.0.0.0/1', '128.0.0.0/2'], true],
  ])('%j: %s', (cidrs, all) => expect(areAllAddresses(cidrs)).toBe(all));
});

describe('a range lies within another', () => {
  /** Random pairs of ranges. In half of the pairs, both ranges contain the same address, so one range contains the other. */
  const pairs = fc.constantFrom(v4, v6).chain((family) => {
    const value = fc.bigInt({ min: 0n, max: (1n << BigInt(family.bits)) - 1n });
    const length = fc.integer({ min: 1, max: family.bits });
    return fc.tuple(value, value, fc.boolean(), length, length).map(([one, two, isNear, inner, outer]) => {
      const near = isNear ? one : two;
      return [rangeOf(family, one, inner), rangeOf(family, near, outer)] as const;
    });
  });

  it('if its first and last address are in the other, for all ranges of a family', () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(pairs, ([inner, outer]) => {
        // Skips ranges that `parseCidr` refuses, for example ranges of IPv4 addresses in their IPv6 form.
        fc.pre(inner.cidr !== undefined && outer.cidr !== undefined);
        const expected = outer.first <= inner.first && inner.last <= outer.last;
        seen.add(expected);
        expect(isWithin(inner.cidr, outer.cidr)).toBe(expected);
      }),
    );
    expect(seen.size).toBe(2);
  });

  it.each([
    ['203.0.113.0/24', '203.0.113.0/24', true],
    ['203.0.113.128/25', '203.0.113.0/24', true],
    ['203.0.113.0/24', '203.0.113.0/25', false],
    ['203.0.113.0/24', 'cb00::/8', false],
    ['2001:db8::/32', '32.0.0.0/8', false],
    ['203.0.113.7/32', '8000::/1', false],
  ])('%s in %s: %s', (inner, outer, within) => expect(isWithin(inner, outer)).toBe(within));
});
