import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Maximum number of address ranges of an API key. Authentication reads the key's item, so the item must stay small. */
export const MAX_RANGES = 20;

/** Format of a range, for error messages. */
export const RANGE_FORM = 'a range such as 203.0.113.0/24 or 2001:db8::/32, or an address';

/**
 * Parses a range or a single address to CIDR. Returns `undefined` for other text, ranges with host bits, ranges of all addresses,
 * and IPv6 ranges that contain all IPv4-mapped addresses.
 */
export function parseCidr(text: string): string | undefined {
  const [address = '', prefix, more] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || more !== undefined) return undefined;
  const parsed = ipaddr.process(address);
  // Rejects addresses such as ::203.0.113.7, which the library parses as IPv4 although they are not IPv4-mapped.
  if (isIP(address) === 6 && parsed.kind() === 'ipv4' && !isMapped(address)) return undefined;
  const bits = parsed.kind() === 'ipv4' ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
  if (length < 1 || length > bits || (prefix !== undefined && isMapped(address))) return undefined;
  const cidr = `${parsed}/${length}`;
  const first =
    parsed.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return first.toString() === parsed.toString() && !holdsMapped(cidr) ? cidr : undefined;
}

/** The first IPv4-mapped IPv6 address. */
const FIRST_MAPPED = ipaddr.IPv6.parse('::ffff:0:0');

/** Returns true if an IPv6 range contains all IPv4-mapped addresses, for example ::/64. */
const holdsMapped = (cidr: string) => cidr.includes(':') && FIRST_MAPPED.match(ipaddr.IPv6.parseCIDR(cidr));

const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Returns true for an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2). */
export const isMapped = (address: string) => isIP(address) === 6 && mapped.check(address, 'ipv6');
