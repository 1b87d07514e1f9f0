/** E-mail addresses: their form, and when two of them are the same. */
import { domainToASCII } from 'node:url';

const LOCAL_PART = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-](?:\.?[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-])*$/;

/**
 * One part of a host's name: letters and digits of ASCII, or letters of other scripts with their marks (IDNA), and hyphens
 * inside. Written as code points of the basic plane, so that the API document can quote it.
 */
export const HOST_LABEL =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each code point stands for itself
  /^[a-zA-Z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0386\u0388-\u03ff\u0400-\u0481\u048a-\u0556\u0561-\u0587\u05d0-\u05ea\u0620-\u064a\u0660-\u0669\u0671-\u06d3\u06f0-\u06f9\u0904-\u0939\u0966-\u096f\u0980-\u0d7f\u0e01-\u0e30\u0e40-\u0e46\u10d0-\u10fa\u1e00-\u1fff\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u9fff\uac00-\ud7a3](?:[a-zA-Z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0386\u0388-\u03ff\u0400-\u0481\u048a-\u0556\u0561-\u0587\u05d0-\u05ea\u0620-\u064a\u0660-\u0669\u0671-\u06d3\u06f0-\u06f9\u0904-\u0939\u0966-\u096f\u0980-\u0d7f\u0e01-\u0e30\u0e40-\u0e46\u10d0-\u10fa\u1e00-\u1fff\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u9fff\uac00-\ud7a3\u0300-\u036f\u0591-\u05bd\u064b-\u0655\u0900-\u0903\u093a-\u094f\u0e31-\u0e3a\u0e47-\u0e4e-]{0,61}[a-zA-Z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0386\u0388-\u03ff\u0400-\u0481\u048a-\u0556\u0561-\u0587\u05d0-\u05ea\u0620-\u064a\u0660-\u0669\u0671-\u06d3\u06f0-\u06f9\u0904-\u0939\u0966-\u096f\u0980-\u0d7f\u0e01-\u0e30\u0e40-\u0e46\u10d0-\u10fa\u1e00-\u1fff\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u9fff\uac00-\ud7a3\u0300-\u036f\u0591-\u05bd\u064b-\u0655\u0900-\u0903\u093a-\u094f\u0e31-\u0e3a\u0e47-\u0e4e])?$/;

/**
 * Returns true for text that can be an e-mail address with a dot in its host (RFC 5321 lengths). A dot may not begin, end or
 * double in the part before the @; quoted parts are refused.
 */
export function isEmail(value: string): boolean {
  if (value.length > 254) return false;
  const at = value.indexOf('@');
  const labels = value.slice(at + 1).split('.');
  return (
    at <= 64 &&
    LOCAL_PART.test(value.slice(0, Math.max(0, at))) &&
    labels.length > 1 &&
    labels.every((label) => HOST_LABEL.test(label))
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
