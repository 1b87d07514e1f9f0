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
  const allowed = new BlockList();
  for (const cidr of cidrs) {
    const [range = '', bits] = cidr.split('/');
    allowed.addSubnet(range, Number(bits), familyOf(range));
  }
  return allowed.check(address, familyOf(address));
}
