import {
  type BankRegion,
  isTargetCountry,
  regionOf,
  type TargetCountry,
} from '#shared/domain/banks/countries';
import type { FiatCurrency } from '#shared/domain/money/currency';

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

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

const requiredDetails: Record<BankRegion, readonly (keyof BankDetails)[]> = {
  MX: ['accountIdentifier'],
  DO: ['accountIdentifier', 'bankName', 'accountType', 'documentIdentifier', 'documentType'],
  US: ['accountIdentifier', 'bankName', 'routingNumber', 'accountHolder', 'address'],
  SEPA: ['iban', 'bic', 'bankName', 'accountHolder'],
  CHINA: ['accountIdentifier', 'bankName', 'accountType', 'accountHolder', 'address'],
};

const CLABE = /^[0-9]{18}$/;

/** What is missing or malformed in the details for a country, each fault with its dotted path under `prefix`. */
export function detailFaults(country: TargetCountry, details: BankDetails, prefix: string): FieldFault[] {
  const region = regionOf(country);
  const faults: FieldFault[] = requiredDetails[region]
    .filter((field) => details[field] === undefined || details[field] === '')
    .map((field) => ({ field: `${prefix}.${field}`, message: `Required for accounts in ${country}` }));
  if (region === 'MX' && details.accountIdentifier !== undefined && !CLABE.test(details.accountIdentifier)) {
    faults.push({ field: `${prefix}.accountIdentifier`, message: 'A CLABE has 18 digits' });
  }
  if (requiredDetails[region].includes('accountHolder') && details.accountHolder !== undefined) {
    faults.push(...holderFaults(details.accountHolder, `${prefix}.accountHolder`));
  }
  if (requiredDetails[region].includes('address') && details.address !== undefined) {
    faults.push(...addressFaults(details.address, `${prefix}.address`));
  }
  return faults;
}

/** A holder is a business with its name, or a person with both names; the type is told from them when absent. */
function holderFaults(holder: AccountHolder, path: string): FieldFault[] {
  const business = holder.type === 'BUSINESS' || (holder.type === undefined && filled(holder.businessName));
  const needed = business ? (['businessName'] as const) : (['firstName', 'lastName'] as const);
  return needed
    .filter((field) => !filled(holder[field]))
    .map((field) => ({ field: `${path}.${field}`, message: 'Required for the account holder' }));
}

function addressFaults(address: PostalAddress, path: string): FieldFault[] {
  return (['streetLine1', 'city', 'postalCode', 'country'] as const)
    .filter((field) => !filled(address[field]))
    .map((field) => ({ field: `${path}.${field}`, message: 'Required in the address' }));
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

/** The currency of accounts in a country: each has one; China and Hong Kong are paid in dollars. */
export function currencyOf(country: TargetCountry): FiatCurrency {
  const byRegion: Record<BankRegion, FiatCurrency> = {
    MX: 'MXN',
    DO: 'DOP',
    US: 'USD',
    SEPA: 'EUR',
    CHINA: 'USD',
  };
  return byRegion[regionOf(country)];
}

/** The account of checked details. @throws Error when the details were not checked for this country. */
export function accountOf(country: TargetCountry, details: BankDetails, bankName: string): BankAccount {
  const accountIdentifier = details.iban ?? details.accountIdentifier;
  if (accountIdentifier === undefined || !isTargetCountry(country))
    throw new Error('Bank details were not checked');
  return { ...details, country, accountIdentifier, bankName, isVerified: regionOf(country) !== 'MX' };
}
