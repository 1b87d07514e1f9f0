import { type BankRegion, regionOf, type TargetCountry } from '#shared/domain/banks/countries';
import { bankOfClabe } from '#shared/domain/banks/mexican-banks';
import type { FiatCurrency } from '#shared/domain/money/currency';

export const accountTypes = ['CHECKING', 'SAVINGS'] as const;
export const documentTypes = ['PASSPORT', 'CEDULA', 'RNC'] as const;

export interface AccountHolder {
  readonly type?: 'INDIVIDUAL' | 'BUSINESS' | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly businessName?: string | undefined;
}

export interface PostalAddress {
  readonly streetLine1?: string | undefined;
  readonly streetLine2?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly country?: string | undefined;
}

/** Bank details as a caller gives them; which are needed depends on the country. */
export interface BankDetails {
  readonly country?: string | undefined;
  readonly accountIdentifier?: string | undefined;
  readonly bankName?: string | undefined;
  readonly accountType?: string | undefined;
  readonly documentIdentifier?: string | undefined;
  readonly documentType?: string | undefined;
  readonly routingNumber?: string | undefined;
  readonly bic?: string | undefined;
  readonly iban?: string | undefined;
  readonly accountHolder?: AccountHolder | undefined;
  readonly address?: PostalAddress | undefined;
}

/** An account that money goes to, as a transaction keeps it. */
export interface BankAccount extends BankDetails {
  readonly country: TargetCountry;
  /** The CLABE, the account number, or the IBAN. */
  readonly accountIdentifier: string;
  readonly bankName: string;
  readonly isVerified: boolean;
}

function filled(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

const defaultCountry = { MXN: 'MX', DOP: 'DO', USD: 'US' } as const;

/**
 * The country of a target account: the first that is given of the request's own, the details' own, the
 * IBAN's, the United States where there is a routing number, and the currency's default.
 *
 * @returns the code as given, which may be one that is not served; `undefined` when nothing tells it (euro without an IBAN).
 */
export function targetCountryOf(
  targetCountry: string | undefined,
  details: BankDetails | undefined,
  currency: FiatCurrency,
): string | undefined {
  if (targetCountry !== undefined) return targetCountry;
  if (filled(details?.country)) return details?.country;
  if (filled(details?.iban)) return details?.iban?.slice(0, 2).toUpperCase();
  if (filled(details?.routingNumber)) return 'US';
  return currency === 'EUR' ? undefined : defaultCountry[currency];
}

/** The currency of accounts in a region: each has one; China and Hong Kong are paid in dollars. */
export const currencyOfRegion: Readonly<Record<BankRegion, FiatCurrency>> = {
  MX: 'MXN',
  DO: 'DOP',
  US: 'USD',
  SEPA: 'EUR',
  CHINA: 'USD',
};

/** The currency of accounts in a country. */
export function currencyOf(country: TargetCountry): FiatCurrency {
  return currencyOfRegion[regionOf(country)];
}

/** An IBAN as machines write it: without spaces, in capitals. */
export function electronicIban(iban: string): string {
  return iban.replaceAll(' ', '').toUpperCase();
}

/**
 * The account of checked details. A CLABE tells its bank by its first three digits; where they name none, the
 * caller's name of the bank is kept.
 * @throws Error when the details were not checked for this country.
 */
export function accountOf(country: TargetCountry, details: BankDetails): BankAccount {
  const region = regionOf(country);
  const iban = details.iban === undefined ? undefined : electronicIban(details.iban);
  const accountIdentifier = region === 'SEPA' ? iban : details.accountIdentifier;
  if (accountIdentifier === undefined) throw new Error('Bank details were not checked');
  const told = region === 'MX' ? bankOfClabe(accountIdentifier) : undefined;
  return {
    ...details,
    ...(iban === undefined ? {} : { iban }),
    country,
    accountIdentifier,
    bankName: told ?? details.bankName ?? '',
    isVerified: region !== 'MX',
  };
}
