import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Ranges that a key has at most: few enough that its item stays small, which every request reads. */
export const MAX_RANGES = 20;

/** The form of a range, as refusals name it. */
export const RANGE_FORM = 'a range such as 203.0.113.0/24 or 2001:db8::/32, or an address';

/**
 * Reads a range of addresses, IPv4 or IPv6, and gives it as CIDR with its prefix; a single address is a range too. `undefined` for any
 * other text, for a range that begins in its middle, and for one of all addresses or, in the form of IPv6, of all of IPv4.
 */
export function parseCidr(text: string): string | undefined {
  const [address = '', prefix, more] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || more !== undefined) return undefined;
  const parsed = ipaddr.process(address);
  // The library also reads ::203.0.113.7 as an IPv4 address.
  if (isIP(address) === 6 && parsed.kind() === 'ipv4' && !isMapped(address)) return undefined;
  const bits = parsed.kind() === 'ipv4' ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
  if (length < 1 || length > bits || (prefix !== undefined && isMapped(address))) return undefined;
  const cidr = `${parsed}/${length}`;
  const first =
    parsed.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return first.toString() === parsed.toString() && !holdsMapped(cidr) ? cidr : undefined;
}

/** The first IPv4 address in the form of IPv6. */
const FIRST_MAPPED = ipaddr.IPv6.parse('::ffff:0:0');

/** Returns true if a range of IPv6 has all addresses of IPv4 in it, as ::/64 does. */
const holdsMapped = (cidr: string) => cidr.includes(':') && FIRST_MAPPED.match(ipaddr.IPv6.parseCIDR(cidr));

const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Returns true for an IPv4 address in the form of IPv6 (RFC 4291, section 2.5.5.2). */
export const isMapped = (address: string) => isIP(address) === 6 && mapped.check(address, 'ipv6');
