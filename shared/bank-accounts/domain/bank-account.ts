import {
  accountNumberForm,
  accountRulesFor,
  corridors,
  countries,
  payoutZones,
  ROUTING_NUMBER_COUNTRY,
  requiresPennyTest,
  type TargetCountry,
  usualRouting,
} from '#shared/corridors/domain/payout-zones';
import type { FiatCurrency } from '#shared/values/money/currency';
import { bankNameFromClabe } from './account-numbers';

/** Format of a CLABE. Only the penny test of a user's own account verifies the check digit. */
export const CLABE = /^[0-9]{18}$/;

export const accountTypes = ['CHECKING', 'SAVINGS'] as const;
export const documentTypes = ['PASSPORT', 'CEDULA', 'RNC'] as const;

type OptionalTexts<Name extends string> = { readonly [N in Name]?: string | undefined };

export interface AccountHolder extends OptionalTexts<'firstName' | 'lastName' | 'businessName'> {
  readonly type?: 'INDIVIDUAL' | 'BUSINESS' | undefined;
}

export type PostalAddress = OptionalTexts<
  'streetLine1' | 'streetLine2' | 'buildingNumber' | 'city' | 'state' | 'postalCode' | 'country'
>;

/** Bank details of a request. The country determines the required fields. */
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

/** Bank account that receives a payout, as stored in a transaction. */
export interface BankAccount extends BankDetails {
  readonly country: TargetCountry;
  /** The CLABE, the account number, or the IBAN. */
  readonly accountIdentifier: string;
  readonly bankName: string;
  readonly isVerified: boolean;
}

/** Returns the default country for accounts in a currency; `undefined` if the country comes from the account's IBAN. */
function defaultCountry(currency: FiatCurrency): TargetCountry | undefined {
  const zone = payoutZones.find((known) => corridors[known].currency === currency);
  const country = zone && countries[zone][0];
  return country === undefined || accountNumberForm(country) === 'IBAN' ? undefined : country;
}

/**
 * Guesses the currency from bank details if the request does not specify a currency. With the guess, one batch reads the quote
 * and looks for a saved account with the same details. A wrong guess causes only one additional read.
 */
export function guessCurrency({ accountIdentifier = '', iban, routingNumber }: BankDetails): FiatCurrency {
  if (iban !== undefined) return 'EUR';
  if (routingNumber !== undefined) return 'USD';
  return CLABE.test(accountIdentifier) ? 'MXN' : 'DOP';
}

/**
 * Returns the country code of a cross-ramp's target account, even if payouts to that country are not supported. Returns
 * `undefined` for euro without a country or IBAN (contract, Transactions).
 */
export function resolveTargetCountry(
  targetCountry: string | undefined,
  details: BankDetails | undefined,
  currency: FiatCurrency,
): string | undefined {
  if (targetCountry !== undefined) return targetCountry;
  if (details?.country !== undefined) return details.country;
  if (details?.iban !== undefined) return ibanCountry(details.iban);
  if (details?.routingNumber !== undefined) return ROUTING_NUMBER_COUNTRY;
  return defaultCountry(currency);
}

/**
 * Returns the country code of an off-ramp's bank account, even if payouts to that country are not supported. Returns `undefined`
 * for euro without a country or IBAN (contract, Transactions).
 */
export function resolveOffRampCountry(details: BankDetails, currency: FiatCurrency): string | undefined {
  return details.country ?? defaultCountry(currency) ?? ibanCountry(details.iban);
}

/** Returns the country code at the start of an IBAN; `undefined` if the text does not start with two letters. */
function ibanCountry(iban = ''): string | undefined {
  return /^[A-Z]{2}/.exec(normalizeIban(iban))?.[0];
}

/** Returns the error message for bank details in euros whose IBAN is missing, malformed, or from a country outside SEPA. */
export function ibanViolation(details: BankDetails | undefined): string {
  if (details?.iban === undefined) return 'Required for accounts in EUR';
  const country = ibanCountry(details.iban);
  return country === undefined
    ? 'Must have the form of an IBAN'
    : `Must be the IBAN of a SEPA country; ${country} is not one`;
}

/** Returns an IBAN in electronic format: without spaces, in upper case. */
export function normalizeIban(iban: string): string {
  return iban.replaceAll(' ', '').toUpperCase();
}

/** Returns the country, then the values of the fields that route a payment to the account (`routedBy` of the payout zone). */
export function routingFields(country: TargetCountry, details: BankDetails): readonly string[] {
  const { iban = '', routingNumber = '', bankName = '', accountType = '', documentType = '' } = details;
  const accountIdentifier = details.accountIdentifier?.trim() ?? '';
  const bic = normalizeBic(details.bic);
  const isRoutedByCode = routingNumber !== '' || bic !== '';
  const { routedBy = usualRouting } = accountRulesFor(country);
  const values = {
    accountIdentifier,
    iban: normalizeIban(iban),
    routingNumber,
    bic,
    bankName: isRoutedByCode ? '' : bankName.replaceAll(/\s+/g, ' ').trim().toLowerCase(),
    accountType,
    documentIdentifier: details.documentIdentifier?.trim() ?? '',
    documentType,
  };
  return [country, ...routedBy.map((field) => values[field])];
}

/** Shortens an 11-character BIC that ends in XXX to eight characters: both forms identify the same office (ISO 9362). */
function normalizeBic(bic = ''): string {
  return bic.length === 11 && bic.endsWith('XXX') ? bic.slice(0, 8) : bic;
}

/**
 * Builds a bank account from validated details. The first three digits of a CLABE determine the name of a known bank.
 * @throws Error if the details were not validated for this country
 */
export function bankAccountFromDetails(country: TargetCountry, details: BankDetails): BankAccount {
  const form = accountNumberForm(country);
  const iban = details.iban === undefined ? undefined : normalizeIban(details.iban);
  const accountIdentifier = form === 'IBAN' ? iban : details.accountIdentifier;
  if (accountIdentifier === undefined) throw new Error('Bank details were not checked');
  const clabeBankName = form === 'CLABE' ? bankNameFromClabe(accountIdentifier) : undefined;
  return {
    ...details,
    ...(iban === undefined ? {} : { iban }),
    country,
    accountIdentifier,
    bankName: clabeBankName ?? details.bankName ?? '',
    isVerified: !requiresPennyTest(country),
  };
}
