/** Patterns for text formats that the service validates in code. */

import { transactionHashPatterns } from '#shared/values/chains/address';
import { HOST_LABEL } from '#shared/values/email';

/** Joins alternative patterns. */
export function joinPatterns(forms: readonly RegExp[]): string {
  return forms.map(({ source }) => source).join('|');
}

/** Allows spaces around a text. */
export function blanksAround({ source }: RegExp): string {
  return source.replace(/^\^/, '^ *').replace(/\$$/, ' *$');
}

const LABEL = HOST_LABEL.source.slice(1, -1);
const ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]";
const EMAIL = `${ATOM}(?:\\.?${ATOM}){0,63}@${LABEL}(?:\\.${LABEL})+`;

/** An e-mail address with a dot in its hostname. We do not use `format: email`, because it rejects non-Latin letters. */
export const emails = { type: 'string', maxLength: 254, pattern: `^${EMAIL}$` };

/** An e-mail address, or blank text, which counts as absent. */
export const emailsOrBlank = { type: 'string', maxLength: 254, pattern: `^(?: *|${EMAIL})$` };

const SPACE = '[\\t-\\r ]*';
const DIGIT = `[A-Za-z0-9+/]${SPACE}`;
// The unused bits of the last Base64 digit are 0.
const ONE_BYTE = `[AQgw]${SPACE}(?:=${SPACE}=${SPACE})?`;
const TWO_BYTES = `${DIGIT}[AEIMQUYcgkosw048]${SPACE}(?:=${SPACE})?`;

const THREE_BYTES = `(?:${DIGIT}){4}`;
const LAST_BYTES = `${DIGIT}(?:${ONE_BYTE}|${TWO_BYTES})`;

/** Base64 with white space between characters and optional padding. Blank text is allowed. */
export const BASE64 = `^${SPACE}(?:${THREE_BYTES})*(?:${LAST_BYTES})?$`;

/** Base64 of at least one byte. */
export const BASE64_FILE = `^${SPACE}(?:${THREE_BYTES})*(?:${THREE_BYTES}|${LAST_BYTES})$`;

/** Address patterns by virtual machine of the chain. */
export const walletAddresses = {
  EVM: /^0x[0-9a-fA-F]{40}$/,
  SVM: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};

/** Transaction hash of any chain. */
export const TRANSACTION_HASH = joinPatterns(Object.values(transactionHashPatterns));

/** Redirect URI after a hosted page: a scheme of at least two characters, a slash, and URI characters. */
export const REDIRECT_URI = "^[A-Za-z][A-Za-z0-9+.-]+:/[A-Za-z0-9._~:/?#[\\]@!$&'()*+,;=%-]*$";
