import { BlockList, isIP } from 'node:net';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Tells if a key may be used from an address. An IPv4 address in the form of IPv6 is the IPv4 one.
 * @param cidrs the key's ranges. Absent: it may be used from anywhere
 * @param address of the connection, as the gateway gives it and no header. Absent: unknown, and in no range
 */
export function isAllowedFrom(cidrs: readonly string[] | undefined, address: string | undefined): boolean {
  if (cidrs === undefined) return true;
  if (address === undefined) return false;
  const allowed = lists.get(cidrs) ?? toList(cidrs);
  lists.set(cidrs, allowed);
  return allowed.check(address, familyOf(address));
}

/** By the ranges that they were made of: those of a known key stay for a minute, and making a list takes longer than a check. */
const lists = new WeakMap<readonly string[], BlockList>();

function toList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [range = '', bits] = cidr.split('/');
    list.addSubnet(range, Number(bits), familyOf(range));
  }
  return list;
}
