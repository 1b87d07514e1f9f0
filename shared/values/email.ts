/** E-mail addresses: their form, and when two of them are the same. */
import { domainToASCII } from 'node:url';

const LOCAL_PART = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-](?:\.?[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-])*$/;

/**
 * The shape of one part of a host's name: letters and digits, of other scripts too, with hyphens and joiners inside. It
 * holds code points of the basic plane alone, so that the API document can quote it; `isEmail` refuses more.
 */
export const HOST_LABEL =
  /^[a-zA-Z0-9\u00c0-\u1fff\u3005-\ud7a3](?:[a-zA-Z0-9\u00c0-\u1fff\u200c-\u200d\u3005-\ud7a3-]{0,61}[a-zA-Z0-9\u00c0-\u1fff\u3005-\ud7a3])?$/;

/** Letters, marks and digits of any script, with the characters allowed between them. */
const HOST_CHARACTERS = /^[\p{L}\p{M}\p{N}\u200c-\u200d.-]*$/u;

/**
 * Returns true for text that can be an e-mail address with a dot in its host (RFC 5321 lengths), whose host has an ASCII
 * form (UTS 46). A dot may not begin, end or double in the part before the @; quoted parts are refused.
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

/** The form in which two addresses are compared: lower case, and an internationalized host by its ASCII form (UTS 46). */
export function comparableEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  const isAscii = /^[\x20-\x7e]*$/.test(host);
  // An empty result: the host has no ASCII form.
  return `${email.slice(0, at + 1)}${isAscii ? host : domainToASCII(host) || host}`.toLowerCase();
}
