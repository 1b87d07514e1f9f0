import { BlockList, isIP } from 'node:net';
import { isMapped } from './address-range';

/**
 * The allowed ranges of an API key by address family. If one Node BlockList contained both families, an IPv6 range with
 * ::ffff:0:0/96 would match every IPv4 address.
 */
type Ranges = Readonly<Record<'ipv4' | 'ipv6', BlockList>>;

const formOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Returns true if a key works from an address. The address must come from the gateway, never from a header. */
export function isAllowedFrom(cidrs: readonly string[] | undefined, address: string | undefined): boolean {
  if (cidrs === undefined) return true;
  if (address === undefined) return false;
  const ranges = known.get(cidrs) ?? toRanges(cidrs);
  known.set(cidrs, ranges);
  const form = formOf(address);
  return ranges[isMapped(address) ? 'ipv4' : form].check(address, form);
}

/** Caches the `BlockList` objects for an API key's allowed ranges: building them takes longer than checking an address. */
const known = new WeakMap<readonly string[], Ranges>();

function toRanges(cidrs: readonly string[]): Ranges {
  const ranges = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const cidr of cidrs) {
    const { first, length, form } = parts(cidr);
    ranges[form].addSubnet(first, length, form);
  }
  return ranges;
}

/** Returns true if the range `inner` is inside the range `outer`. The two ranges must have the format of `parseCidr`. */
export function isWithin(inner: string, outer: string): boolean {
  const { first, length } = parts(inner);
  return length >= parts(outer).length && isAllowedFrom([outer], first);
}

/**
 * Returns true if ranges from `parseCidr` together contain every IPv4 address. They cannot contain every IPv6 address, because
 * `parseCidr` rejects ranges with ::ffff:0:0/96.
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
