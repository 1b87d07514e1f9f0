import { BlockList, isIP } from 'node:net';
import { isMapped } from './address-range';

/** The ranges of a key, by family: a list of Node takes every IPv4 address for one of an IPv6 range that holds ::ffff:0:0/96. */
type Ranges = Readonly<Record<'ipv4' | 'ipv6', BlockList>>;

const formOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Returns true if a key may be used from an address. An IPv4 address in the form of IPv6 is the IPv4 one.
 * @param cidrs the key's ranges. Absent: it may be used from anywhere
 * @param address of the connection, as the gateway gives it and no header. Absent: unknown, and in no range
 */
export function isAllowedFrom(cidrs: readonly string[] | undefined, address: string | undefined): boolean {
  if (cidrs === undefined) return true;
  if (address === undefined) return false;
  const ranges = known.get(cidrs) ?? toRanges(cidrs);
  known.set(cidrs, ranges);
  const form = formOf(address);
  return ranges[isMapped(address) ? 'ipv4' : form].check(address, form);
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

/** Returns true if every address of a range is in another one. Both are as `parseCidr` gives them. */
export function isWithin(inner: string, outer: string): boolean {
  const { first, length } = parts(inner);
  return length >= parts(outer).length && isAllowedFrom([outer], first);
}

/**
 * Returns true if ranges together hold every IPv4 address, as 0.0.0.0/1 and 128.0.0.0/1 do. No ranges hold every IPv6
 * address, because `parseCidr` refuses those with ::ffff:0:0/96 in them.
 * @param cidrs as `parseCidr` gives them
 */
export function areAllAddresses(cidrs: readonly string[]): boolean {
  const ranges = [...new Set(cidrs)].filter((cidr) => parts(cidr).form === 'ipv4');
  const apart = ranges.filter((one) => !ranges.some((other) => other !== one && isWithin(one, other)));
  return apart.reduce((sum, cidr) => sum + 2 ** (32 - parts(cidr).length), 0) === 2 ** 32;
}

function parts(cidr: string) {
  const [first = '', bits] = cidr.split('/');
  return { first, length: Number(bits), form: formOf(first) } as const;
}
