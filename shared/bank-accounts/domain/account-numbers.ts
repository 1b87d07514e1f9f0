/** Formats and check digits of account, bank and identity numbers. */
import bankNamesByCode from './mexican-banks.json';

/** Returns the last digit of the sum of digits weighted 3, 7, 1, 3, 7, 1, and so on. */
function weightedDigit(digits: string): number {
  const weights = [3, 7, 1];
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return sum % 10;
}

/** Format: nine digits; the first two are in an assigned range (American Bankers Association, routing number policy). */
export const ROUTING_NUMBER = /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/;

/** Returns true for an ABA routing number whose weighted digit sum is a multiple of ten (American Bankers Association). */
export function isRoutingNumber(text: string): boolean {
  return ROUTING_NUMBER.test(text) && text !== '000000000' && weightedDigit(text) === 0;
}

/** Printable ASCII characters, at least one of them not a space. */
export const ASCII_TEXT = /^ *[!-~][ -~]*$/;

/** ASCII letters, digits, spaces and hyphens, with at least one letter or digit. */
export const ASCII_IDENTIFIER = /^[ -]*[A-Za-z0-9][A-Za-z0-9 -]*$/;

/** Format of a cédula, the Dominican identity number. */
export const CEDULA = /^[0-9]{11}$/;

/** Format of an RNC, the Dominican tax number: nine digits for a business, or a person's cédula. */
export const RNC = /^(?:[0-9]{9}|[0-9]{11})$/;

/** Returns true if the check digit of a cédula is correct (Luhn algorithm with weights 1 and 2; Junta Central Electoral). */
export function isCedula(text: string): boolean {
  if (!CEDULA.test(text) || /^0+$/.test(text)) return false;
  const products = [...text].map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  const sum = products.reduce((total, product) => total + (product > 9 ? product - 9 : product), 0);
  return sum % 10 === 0;
}

/** Weights of the first eight digits of an RNC. */
const RNC_WEIGHTS = [7, 9, 8, 6, 5, 4, 3, 2];

/**
 * Returns true if a text is a cédula or an RNC with a correct check digit. The check digit of a nine-digit RNC is 11 minus
 * (weighted sum modulo 11), with 11 replaced by 2 and 10 by 1 (Dirección General de Impuestos Internos).
 */
export function isRnc(text: string): boolean {
  if (!RNC.test(text)) return false;
  if (text.length === 11) return isCedula(text);
  const sum = RNC_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text.charAt(index)), 0);
  return Number(text.charAt(8)) === ((10 - (sum % 11)) % 9) + 1;
}

/**
 * Returns true if the 18th digit of a CLABE is the check digit of the first 17: the difference between their weighted sum and the
 * next multiple of ten (Banco de México).
 */
export function hasValidControlDigit(clabe: string): boolean {
  return /^[0-9]{18}$/.test(clabe) && Number(clabe.charAt(17)) === (10 - weightedDigit(clabe.slice(0, 17))) % 10;
}

const bankNames: Readonly<Record<string, string>> = bankNamesByCode;

/** Returns the bank name of a CLABE; `undefined` if unknown. The first three digits are Banco de México's participant code. */
export function bankNameFromClabe(clabe: string): string | undefined {
  return bankNames[clabe.slice(0, 3)];
}
