/** Email addresses: validation and comparison. */
import { domainToASCII } from 'node:url';

const LOCAL_PART = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-](?:\.?[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-])*$/;

/**
 * Pattern of a host name's label: letters and digits of any script, with hyphens and joiners inside. The OpenAPI document
 * contains the pattern, so it uses only code points up to U+FFFF. Every regular expression engine accepts them.
 */
export const HOST_LABEL =
  /^[a-zA-Z0-9\u00c0-\u1fff\u3005-\ud7a3](?:[a-zA-Z0-9\u00c0-\u1fff\u200c-\u200d\u3005-\ud7a3-]{0,61}[a-zA-Z0-9\u00c0-\u1fff\u3005-\ud7a3])?$/;

/** Letters, marks and digits of any script, hyphens, joiners and periods. */
const HOST_CHARACTERS = /^[\p{L}\p{M}\p{N}\u200c-\u200d.-]*$/u;

/**
 * Returns true for a valid email address within the lengths of RFC 5321. The host must contain a period and have an ASCII form
 * (UTS 46). The local part must not start or end with a period or contain two periods in a row. Quoted local parts are refused.
 */
export function isEmail(value: string): boolean {
  if (value.length > 254) return false;
  const at = value.indexOf('@');
  const host = value.slice(at + 1);
  const labels = host.split('.');
  return (
    at <= 64 &&
    LOCAL_PART.test(value.slice(0, Math.max(0, at))) &&
    labels.length > 1 &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    HOST_CHARACTERS.test(host) &&
    domainToASCII(host) !== ''
  );
}

/** Returns an email address for comparisons: lower case, with the ASCII form of an internationalized host (UTS 46). */
export function comparableEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  const isAscii = /^[\x20-\x7e]*$/.test(host);
  // `domainToASCII` returns an empty string if the host has no ASCII form.
  return `${email.slice(0, at + 1)}${isAscii ? host : domainToASCII(host) || host}`.toLowerCase();
}
