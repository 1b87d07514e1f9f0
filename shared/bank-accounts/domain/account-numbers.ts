/** Numbers of accounts and banks whose digits can be checked. */
import bankNamesByCode from './mexican-banks.json';

/** The last digit of the sum of digits that are weighted 3, 7, 1 in turn. */
function weightedDigit(digits: string): number {
  const weights = [3, 7, 1];
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return sum % 10;
}

/**
 * The form of an ABA routing number: nine digits, the first two in a range that is assigned (American Bankers Association,
 * routing number policy).
 */
export const ROUTING_NUMBER = /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/;

/** Returns true if a text is an ABA routing number whose weighted sum of digits is a multiple of ten (same policy). */
export function isRoutingNumber(text: string): boolean {
  return ROUTING_NUMBER.test(text) && text !== '000000000' && weightedDigit(text) === 0;
}

/** Printable characters of ASCII, with at least one that is not blank. */
export const ASCII_TEXT = /^ *[!-~][ -~]*$/;

/** Letters, digits, blanks and hyphens of ASCII, with at least one letter or digit. */
export const ASCII_IDENTIFIER = /^[ -]*[A-Za-z0-9][A-Za-z0-9 -]*$/;

/** The form of a cédula, the Dominican identity number. */
export const CEDULA = /^[0-9]{11}$/;

/** The form of the RNC, the Dominican tax number: nine digits of a business, or the cédula of a person. */
export const RNC = /^(?:[0-9]{9}|[0-9]{11})$/;

/**
 * Returns true if the last digit of a cédula is its control digit: digits weighted 1 and 2 in turn, of each product the sum of
 * its digits, and all of it a multiple of ten (Luhn; Junta Central Electoral).
 */
export function isCedula(text: string): boolean {
  if (!CEDULA.test(text) || /^0+$/.test(text)) return false;
  const products = [...text].map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  const sum = products.reduce((total, product) => total + (product > 9 ? product - 9 : product), 0);
  return sum % 10 === 0;
}

/** Weights of the first eight digits of an RNC. */
const RNC_WEIGHTS = [7, 9, 8, 6, 5, 4, 3, 2];

/**
 * Returns true if a text is an RNC by its control digit: 11 less the weighted sum modulo 11, where 11 counts as 2 and 10 as 1
 * (Dirección General de Impuestos Internos); or a cédula.
 */
export function isRnc(text: string): boolean {
  if (!RNC.test(text)) return false;
  if (text.length === 11) return isCedula(text);
  const sum = RNC_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text.charAt(index)), 0);
  return Number(text.charAt(8)) === ((10 - (sum % 11)) % 9) + 1;
}

/**
 * Returns true if the eighteenth digit of a CLABE is the control digit of the seventeen before it: the difference of
 * their weighted sum to the next multiple of ten (Banco de México).
 */
export function hasValidControlDigit(clabe: string): boolean {
  return /^[0-9]{18}$/.test(clabe) && Number(clabe.charAt(17)) === (10 - weightedDigit(clabe.slice(0, 17))) % 10;
}

const bankNames: Readonly<Record<string, string>> = bankNamesByCode;

/** The bank that a CLABE names by its first three digits, Banco de México's key of a participant, if it is known. */
export function bankNameFromClabe(clabe: string): string | undefined {
  return bankNames[clabe.slice(0, 3)];
}
