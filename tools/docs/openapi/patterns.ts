/** Forms of text that the service checks by code, as patterns of the document. */

import { transactionHashPatterns } from '#shared/values/chains/address';
import { HOST_LABEL } from '#shared/values/email';

/** Joins forms of which a text has one. */
export function joinPatterns(forms: readonly RegExp[]): string {
  return forms.map(({ source }) => source).join('|');
}

/** Allows blanks around a text. */
export function blanksAround({ source }: RegExp): string {
  return source.replace(/^\^/, '^ *').replace(/\$$/, ' *$');
}

const LABEL = HOST_LABEL.source.slice(1, -1);
const ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]";
const EMAIL = `${ATOM}(?:\\.?${ATOM}){0,63}@${LABEL}(?:\\.${LABEL})+`;

/** An e-mail address with a dot in its host. No `format`: that one refuses letters of other scripts. */
export const emails = { type: 'string', maxLength: 254, pattern: `^${EMAIL}$` };

/** The same where blank text counts as absent. */
export const emailsOrBlank = { type: 'string', maxLength: 254, pattern: `^(?: *|${EMAIL})$` };

const SPACE = '[\\t-\\r ]*';
const DIGIT = `[A-Za-z0-9+/]${SPACE}`;
// The unused bits of the last digit are 0.
const ONE_BYTE = `[AQgw]${SPACE}(?:=${SPACE}=${SPACE})?`;
const TWO_BYTES = `${DIGIT}[AEIMQUYcgkosw048]${SPACE}(?:=${SPACE})?`;

const THREE_BYTES = `(?:${DIGIT}){4}`;
const LAST_BYTES = `${DIGIT}(?:${ONE_BYTE}|${TWO_BYTES})`;

/** Base64 with white space between its characters, whose padding may be left out; blank text is none. */
export const BASE64 = `^${SPACE}(?:${THREE_BYTES})*(?:${LAST_BYTES})?$`;

/** The same of one byte or more. */
export const BASE64_FILE = `^${SPACE}(?:${THREE_BYTES})*(?:${THREE_BYTES}|${LAST_BYTES})$`;

/** Addresses by the execution environment of a chain. */
export const walletAddresses = {
  EVM: /^0x[0-9a-fA-F]{40}$/,
  SVM: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};

/** A transaction's hash on any chain. */
export const TRANSACTION_HASH = joinPatterns(Object.values(transactionHashPatterns));

/** Address to which a person goes after a page: a scheme of two characters or more, a slash, and the characters of a URI. */
export const REDIRECT_URI = "^[A-Za-z][A-Za-z0-9+.-]+:/[A-Za-z0-9._~:/?#[\\]@!$&'()*+,;=%-]*$";
