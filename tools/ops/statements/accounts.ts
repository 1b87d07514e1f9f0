/** Numbers of accounts as banks write them. */
import type { Currency } from '#shared/values/money/currency';
import { canonicalReference } from './match';

/** A German bank code and account number, which an IBAN has too, and the currency where it is written. */
const GERMAN = /^(?:DE\d\d)?(\d{8})\/?(\d{1,10})([A-Z]{3})?$/;

/** A number as it is compared: a German one is the same as an IBAN and as bank code and account. */
export function canonicalAccount(number: string): string {
  const plain = number.toUpperCase().replaceAll(/[^A-Z0-9/]/g, '');
  const [, bank, account, currency = ''] = (/^DE\d{20}(?!\d)|\//.test(plain) && GERMAN.exec(plain)) || [];
  return bank === undefined || account === undefined
    ? canonicalReference(plain)
    : `DE${bank}${account.padStart(10, '0')}${currency}`;
}

/** The other way to name an account: with its currency after the number, or without it. */
export function otherName(number: string, currency: Currency): string {
  const named = canonicalAccount(number);
  return named.endsWith(currency) ? named.slice(0, -currency.length) : `${named}${currency}`;
}

/**
 * Returns true if a statement belongs to the account that an operator names. Some banks write the currency after the number, and so
 * does an operator whose account has several.
 * @param wanted `undefined` for any account
 */
export function isAccount(number: string, currency: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const [found, named] = [canonicalAccount(number), canonicalAccount(wanted)];
  const withCurrency = (one: string) => canonicalAccount(`${one}${currency}`);
  return found === named || found === withCurrency(wanted) || withCurrency(number) === named;
}
