/**
 * Rules for addresses that a partner names, for webhooks and for files. A URL is checked for what can be known without
 * a name look-up; every connection is checked again, since names change their responses.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAX_URL_LENGTH = 2048;

/** Reasons for which a target is refused; also the error of a failed attempt. */
export const NOT_PUBLIC = 'Address is not public';
export const NOT_HTTPS = 'URL must use https';
const HTTP_NOT_LOCAL = 'URL must use https, except for loopback and private addresses';

/** Names that mean this machine or this network by convention (RFC 6761, RFC 6762, RFC 8375, ICANN on .internal). */
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * Returns true if an IP address, in any textual form, is one of the public internet. Mapped IPv4 addresses count as
 * the address they carry. For IPv6 only 2000::/3 is handed out by IANA; the library calls some addresses
 * outside of it unicast too (`::7f00:1`, `4000::1`).
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

/** Kinds of addresses, as the library calls them, that are of this machine or of its network. */
const LOCAL_RANGES = ['loopback', 'unspecified', 'private', 'uniqueLocal', 'linkLocal'];

/** Returns true if an IP address is one of this machine or of its network. */
function isLocalAddress(address: string): boolean {
  // The zone of an IPv6 address is no part of its range.
  const [plain = ''] = address.split('%', 1);
  return isIP(address) !== 0 && LOCAL_RANGES.includes(ipaddr.process(plain).range());
}

export interface UrlRules {
  /** http, loopback and private addresses too: on a laptop only. */
  readonly localNetworkAllowed: boolean;
  /** Addresses that may be called over http on a laptop. @default ANYWHERE */
  readonly plainHttp?: 'ANYWHERE' | 'LOCAL' | undefined;
  /** Maximum length in characters. @default 2048 */
  readonly maxLength?: number;
}

/** Returns true if a text is a URL of the web: its form and its scheme, not the address behind it. */
export function isWebUrl(text: string, rules: UrlRules): boolean {
  return isUrl(text) && hasWebScheme(new URL(text), rules);
}

/**
 * Checks a URL as text: form, scheme, length, credentials, port, literal address.
 * @returns why it is refused, or `undefined`
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

/** The parser would silently drop blanks and control characters; the checked text must be the called one. */
function isUrl(text: string): boolean {
  return !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
}

function hasWebScheme({ protocol }: URL, { localNetworkAllowed }: UrlRules): boolean {
  return protocol === 'https:' || (localNetworkAllowed && protocol === 'http:');
}

/** Why a target, as a URL or a connection names it, is refused before any look-up of its host. */
export function refuseTarget(
  { protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>,
  rules: UrlRules,
): string | undefined {
  const isHttp = protocol !== 'https:';
  if (!rules.localNetworkAllowed) return isHttp ? NOT_HTTPS : refuseHost(hostname);
  return isHttp && rules.plainHttp === 'LOCAL' ? refuseHttpHost(hostname) : undefined;
}

/** Why an address that a target's name led to is refused. */
export function refuseAddress(address: string, protocol: string, rules: UrlRules): string | undefined {
  if (protocol !== 'https:') return rules.plainHttp !== 'LOCAL' || isLocalAddress(address) ? undefined : HTTP_NOT_LOCAL;
  return rules.localNetworkAllowed || isPublicAddress(address) ? undefined : NOT_PUBLIC;
}

/** Why a host is refused where http may go to this machine and its network alone. */
function refuseHttpHost(hostname: string): string | undefined {
  const host = bareHost(hostname);
  const isLocal = isIP(host) === 0 ? isLocalName(host) : isLocalAddress(host);
  return isLocal ? undefined : HTTP_NOT_LOCAL;
}

/** Why a host is refused that has to be public. The WHATWG parser has turned every other spelling of an IPv4 address into the dotted one. */
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

/** Below 1024 only https has business here: 25, 465 or 22 belong to other services that a request could be aimed at. */
function refusePort(port: string): string | undefined {
  return port === '' || Number(port) >= 1024 ? undefined : 'Port is not allowed';
}
