/**
 * Rules for URLs that a partner specifies, for webhooks and for files. A URL is checked as text, without a DNS lookup. Every
 * connection is checked again, because a host name can resolve to another address later.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAX_URL_LENGTH = 2048;

/** Reasons to refuse a target. A failed attempt stores the reason as its error. */
export const NOT_PUBLIC = 'Address is not public';
export const NOT_HTTPS = 'URL must use https';
const HTTP_NOT_LOCAL = 'URL must use https, except for loopback and private addresses';

/** Host names that mean this machine or its network by convention (RFC 6761, RFC 6762, RFC 8375, ICANN on .internal). */
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * Returns true if an IP address, in any textual form, is public. An IPv4-mapped address counts as the IPv4 address. IANA assigns
 * only 2000::/3 of IPv6 to public addresses, but the library also classifies other addresses (`::7f00:1`, `4000::1`) as unicast.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return (
    parsed.kind() === 'ipv4' ||
    parsed
      .toByteArray()
      .slice(0, 1)
      .every((first) => first >> 5 === 1)
  );
}

/** The library's names for address ranges of this machine and its network. */
const LOCAL_RANGES = ['loopback', 'unspecified', 'private', 'uniqueLocal', 'linkLocal'];

/** Returns true if an IP address belongs to this machine or its network. */
function isLocalAddress(address: string): boolean {
  // The zone of an IPv6 address (`%eth0`) does not affect its range.
  const [plain = ''] = address.split('%', 1);
  return isIP(address) !== 0 && LOCAL_RANGES.includes(ipaddr.process(plain).range());
}

export interface UrlRules {
  /** Allows http, loopback addresses and private addresses. For local development only. */
  readonly localNetworkAllowed: boolean;
  /** Addresses to which http is allowed in local development. @default ANYWHERE */
  readonly plainHttp?: 'ANYWHERE' | 'LOCAL' | undefined;
  /** Maximum length in characters. @default 2048 */
  readonly maxLength?: number;
}

/** Returns true if a text is a well-formed URL with an allowed scheme. Does not check the address of the host. */
export function isWebUrl(text: string, rules: UrlRules): boolean {
  return isUrl(text) && hasWebScheme(new URL(text), rules);
}

/**
 * Checks a URL as text: form, scheme, length, credentials, port, literal IP address.
 * @returns the reason to refuse the URL, or `undefined`
 */
export function checkUrl(text: string, rules: UrlRules): string | undefined {
  const { maxLength = MAX_URL_LENGTH } = rules;
  if (text.length > maxLength) return `URL is longer than ${maxLength} characters`;
  if (!isUrl(text)) return 'URL is not valid';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'URL must not contain a user name or password';
  if (!hasWebScheme(url, rules)) return NOT_HTTPS;
  return refuseTarget(url, rules) ?? (rules.localNetworkAllowed ? undefined : refusePort(url.port));
}

/** Rejects whitespace and control characters: the URL parser drops them, so the called URL would differ from the checked text. */
function isUrl(text: string): boolean {
  return !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
}

function hasWebScheme({ protocol }: URL, { localNetworkAllowed }: UrlRules): boolean {
  return protocol === 'https:' || (localNetworkAllowed && protocol === 'http:');
}

/** Returns the reason to refuse a target before the DNS lookup of its host, or `undefined`. */
export function refuseTarget(
  { protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>,
  rules: UrlRules,
): string | undefined {
  const isHttp = protocol !== 'https:';
  if (!rules.localNetworkAllowed) return isHttp ? NOT_HTTPS : refuseHost(hostname);
  return isHttp && rules.plainHttp === 'LOCAL' ? refuseHttpHost(hostname) : undefined;
}

/** Returns the reason to refuse an address to which the target's host name resolved, or `undefined`. */
export function refuseAddress(address: string, protocol: string, rules: UrlRules): string | undefined {
  if (protocol !== 'https:') return rules.plainHttp !== 'LOCAL' || isLocalAddress(address) ? undefined : HTTP_NOT_LOCAL;
  return rules.localNetworkAllowed || isPublicAddress(address) ? undefined : NOT_PUBLIC;
}

/** Returns the reason to refuse a host if http is allowed only to this machine and its network. */
function refuseHttpHost(hostname: string): string | undefined {
  const host = bareHost(hostname);
  const isLocal = isIP(host) === 0 ? isLocalName(host) : isLocalAddress(host);
  return isLocal ? undefined : HTTP_NOT_LOCAL;
}

/**
 * Returns the reason to refuse a host that must be public. `isIP` recognizes IPv4 addresses in every form, because the WHATWG
 * parser has already converted them to dotted decimal.
 */
function refuseHost(hostname: string): string | undefined {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : NOT_PUBLIC;
  return isLocalName(host) ? NOT_PUBLIC : undefined;
}

function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

function isLocalName(host: string): boolean {
  return !host.includes('.') || LOCAL_NAMES.some((name) => host === name || host.endsWith(`.${name}`));
}

/** Refuses ports below 1024 except the default: a partner's URL could attack services on ports such as 22, 25 and 465. */
function refusePort(port: string): string | undefined {
  return port === '' || Number(port) >= 1024 ? undefined : 'Port is not allowed';
}
