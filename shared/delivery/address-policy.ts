/**
 * Which addresses a webhook may be sent to. The registration of a URL checks what can be known without a
 * name look-up; the sender checks every connection again, since names change their answers.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAX_URL_LENGTH = 2048;

/** Reason text of a refused target, also what a failed attempt to it says. */
export const NOT_PUBLIC = 'Address is not public';

/** Names that mean this machine or this network by convention (RFC 6761, RFC 6762, RFC 8375, ICANN on .internal). */
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * Whether an IP address, in any textual form, is one of the public internet. Mapped IPv4 addresses count as
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

export interface WebhookUrlRules {
  /** http, loopback and private addresses too: on a laptop only. */
  readonly localNetworkAllowed: boolean;
}

/**
 * Checks a webhook URL as text: form, scheme, length, credentials, port, literal address.
 *
 * @returns why it is refused, or `undefined`
 */
export function checkWebhookUrl(text: string, rules: WebhookUrlRules): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `URL is longer than ${MAX_URL_LENGTH} characters`;
  // The parser would drop blanks and control characters in silence; what we store must be what we call.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'URL is not valid';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'URL must not contain a user name or password';
  if (url.protocol !== 'https:' && !(rules.localNetworkAllowed && url.protocol === 'http:'))
    return 'URL must use https';
  if (rules.localNetworkAllowed) return undefined;
  return refuseHost(url.hostname) ?? refusePort(url.port);
}

/** Why a host, as a URL or a connection names it, is refused before any look-up. The WHATWG parser has turned every other spelling of an IPv4 address into the dotted one. */
export function refuseHost(hostname: string): string | undefined {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : NOT_PUBLIC;
  const local = !host.includes('.') || LOCAL_NAMES.some((name) => host === name || host.endsWith(`.${name}`));
  return local ? NOT_PUBLIC : undefined;
}

/** Below 1024 only https has business here: 25, 465 or 22 belong to other services that a request could be aimed at. */
function refusePort(port: string): string | undefined {
  return port === '' || Number(port) >= 1024 ? undefined : 'Port is not allowed';
}
