/** Forms of text that the service checks by code, as patterns of the document. */

import { transactionHashPatterns } from '#shared/values/chains/transaction-hash';
import { isBlank, PRINTABLE } from '#shared/values/printable-text';

/** One of several forms. */
export function joinPatterns(forms: readonly RegExp[]): string {
  return forms.map(({ source }) => source).join('|');
}

/** A form whose text may have blanks around it. */
export function blanksAround({ source }: RegExp): string {
  return source.replace(/^\^/, '^ *').replace(/\$$/, ' *$');
}

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const EMAIL = `[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+`;

/** An e-mail address with a dot in its host. No `format`: that one refuses dots side by side, which some mailboxes have. */
export const emails = { type: 'string', maxLength: 254, pattern: `^${EMAIL}$` };

/** The same where blank text counts as absent. */
export const emailsOrBlank = { type: 'string', maxLength: 254, pattern: `^(?: *|${EMAIL})$` };

const SPACE = '[\\t-\\r ]*';
const DIGIT = `[A-Za-z0-9+/]${SPACE}`;
// The bits of the last digit that stand for no byte are 0.
const ONE_BYTE = `[AQgw]${SPACE}(?:=${SPACE}=${SPACE})?`;
const TWO_BYTES = `${DIGIT}[AEIMQUYcgkosw048]${SPACE}(?:=${SPACE})?`;

/** Base64 with white space between its characters, whose padding may be left out; blank text is none. */
export const BASE64 = `^${SPACE}(?:(?:${DIGIT}){4})*(?:${DIGIT}(?:${ONE_BYTE}|${TWO_BYTES}))?$`;

/** Addresses by what executes a chain's transactions. */
export const walletAddresses = {
  EVM: /^0x[0-9a-fA-F]{40}$/,
  SVM: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};

/** A transaction's hash on any chain. */
export const TRANSACTION_HASH = joinPatterns(Object.values(transactionHashPatterns));

/** Where a person goes after a page: a scheme of two characters or more, a slash, and the characters of a URI. */
export const REDIRECT_URI = "^[A-Za-z][A-Za-z0-9+.-]+:/[A-Za-z0-9._~:/?#[\\]@!$&'()*+,;=%-]*$";

/** The first code unit of characters that take two, and the last. */
const SURROGATES = { first: 0xd800, last: 0xdfff };

/** Ranges of code points that text may hold and that leave no mark, for a character class. */
function blankRanges(): string {
  const ranges: { first: number; last: number }[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    if (code >= SURROGATES.first && code <= SURROGATES.last) continue;
    const character = String.fromCharCode(code);
    if (!PRINTABLE.test(character) || !isBlank(character)) continue;
    const open = ranges.at(-1);
    if (open?.last === code - 1) open.last = code;
    else ranges.push({ first: code, last: code });
  }
  return ranges
    .map(({ first, last }) => (first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`))
    .join('');
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

function visibleText(): string {
  const [refused = ''] = /(?<=\[\^).+(?=\]\*\$$)/.exec(PRINTABLE.source) ?? [];
  const blank = blankRanges();
  return `^[${blank}]*[^${refused}${blank}][^${refused}]*$`;
}

/** Text that shows something, where it is required. Its characters are those of the basic plane, which every engine takes. */
export const VISIBLE_TEXT = visibleText();
