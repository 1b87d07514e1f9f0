/** Compares bank account numbers in different notations. */
import type { Currency } from '#shared/values/money/currency';
import { canonicalReference } from './match';

/** German account in one of two notations: an IBAN, or bank code and account number. A currency can follow. */
const GERMAN = /^(?:DE\d\d)?(\d{8})\/?(\d{1,10})([A-Z]{3})?$/;

/** Returns an account number for comparisons. It is the same for a German IBAN and for its bank code with account number. */
export function canonicalAccount(number: string): string {
  const plain = number.toUpperCase().replaceAll(/[^A-Z0-9/]/g, '');
  const [, bank, account, currency = ''] = (/^DE\d{20}(?!\d)|\//.test(plain) && GERMAN.exec(plain)) || [];
  return bank === undefined || account === undefined
    ? canonicalReference(plain)
    : `DE${bank}${account.padStart(10, '0')}${currency}`;
}

/** Returns the other notation of an account: adds the currency after the number, or removes it. */
export function otherName(number: string, currency: Currency): string {
  const named = canonicalAccount(number);
  return named.endsWith(currency) ? named.slice(0, -currency.length) : `${named}${currency}`;
}

/** Returns true if a statement's account number denotes the wanted account. The bank or the operator may append the currency. */
export function isAccount(number: string, currency: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const [found, named] = [canonicalAccount(number), canonicalAccount(wanted)];
  const withCurrency = (one: string) => canonicalAccount(`${one}${currency}`);
  return found === named || found === withCurrency(wanted) || withCurrency(number) === named;
}
