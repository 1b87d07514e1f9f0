import { BlockList, isIP } from 'node:net';

/** The ranges of a key, by family: a list of Node takes every IPv4 address for one of an IPv6 range that holds ::ffff:0:0/96. */
type Ranges = Readonly<Record<'ipv4' | 'ipv6', BlockList>>;

/** IPv4 addresses in the form of IPv6. */
const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

const formOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Tells if a key may be used from an address. An IPv4 address in the form of IPv6 is the IPv4 one.
 * @param cidrs the key's ranges. Absent: it may be used from anywhere
 * @param address of the connection, as the gateway gives it and no header. Absent: unknown, and in no range
 */
export function isAllowedFrom(cidrs: readonly string[] | undefined, address: string | undefined): boolean {
  if (cidrs === undefined) return true;
  if (address === undefined) return false;
  const ranges = known.get(cidrs) ?? toRanges(cidrs);
  known.set(cidrs, ranges);
  const form = formOf(address);
  return ranges[mapped.check(address, form) ? 'ipv4' : form].check(address, form);
}

/** Caches the block lists of a key: building one takes longer than a check. */
const known = new WeakMap<readonly string[], Ranges>();

function toRanges(cidrs: readonly string[]): Ranges {
  const ranges = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const cidr of cidrs) {
    const { first, length, form } = parts(cidr);
    ranges[form].addSubnet(first, length, form);
  }
  return ranges;
}

/** Tells if every address of a range is in another one. Both are as `parseCidr` gives them. */
export function isWithin(inner: string, outer: string): boolean {
  const { first, length } = parts(inner);
  return length >= parts(outer).length && isAllowedFrom([outer], first);
}

/**
 * Tells if ranges together hold every IPv4 or every IPv6 address, as 0.0.0.0/1 and 128.0.0.0/1 do.
 * @param cidrs as `parseCidr` gives them
 */
export function areAllAddresses(cidrs: readonly string[]): boolean {
  const ranges = [...new Set(cidrs)];
  const apart = ranges.filter((one) => !ranges.some((other) => other !== one && isWithin(one, other))).map(parts);
  return (['ipv4', 'ipv6'] as const).some((family) => {
    const sizes = apart.filter(({ form }) => form === family).map(({ length }) => 1n << BigInt(128 - length));
    return sizes.reduce((sum, size) => sum + size, 0n) === 1n << 128n;
  });
}

function parts(cidr: string) {
  const [first = '', bits] = cidr.split('/');
  return { first, length: Number(bits), form: formOf(first) } as const;
}
