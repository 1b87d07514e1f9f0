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

/** The form of a CLABE: its control digit is checked by the penny test. */
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

/** Bank details of a request; the country decides which are required. */
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

/** The country of accounts in a currency; `undefined` if their IBAN names it. */
function defaultCountry(currency: FiatCurrency): TargetCountry | undefined {
  const zone = payoutZones.find((known) => corridors[known].currency === currency);
  const country = zone && countries[zone][0];
  return country === undefined || accountNumberForm(country) === 'IBAN' ? undefined : country;
}

/** The currency that the details suggest, if the request names none: a wrong guess costs one more read. */
export function guessCurrency({ accountIdentifier = '', iban, routingNumber }: BankDetails): FiatCurrency {
  if (iban !== undefined) return 'EUR';
  if (routingNumber !== undefined) return 'USD';
  return CLABE.test(accountIdentifier) ? 'MXN' : 'DOP';
}

/**
 * The country of a cross-ramp's target account: the first that is given of the request's own, the details' own, the
 * IBAN's, the United States if there is a routing number, and the currency's default (contract, Transactions).
 *
 * @returns the code as given, which may be one that is not served; `undefined` when nothing names it (euro without an IBAN).
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
 * The country of an off-ramp's account: the details' own, else that of the currency that is paid out; for euro the
 * IBAN's (contract, Transactions).
 *
 * @returns the code as given, which may be one that is not served; `undefined` when nothing names it (euro without an IBAN).
 */
export function resolveOffRampCountry(details: BankDetails, currency: FiatCurrency): string | undefined {
  return details.country ?? defaultCountry(currency) ?? ibanCountry(details.iban);
}

/** The country code that an IBAN begins with; `undefined` when it begins with none. */
function ibanCountry(iban = ''): string | undefined {
  return /^[A-Z]{2}/.exec(normalizeIban(iban))?.[0];
}

/** Returns the fault of the IBAN of details whose country nothing else names. */
export function ibanViolation(details: BankDetails | undefined): string {
  if (details?.iban === undefined) return 'Required for accounts in EUR';
  const country = ibanCountry(details.iban);
  return country === undefined
    ? 'Must have the form of an IBAN'
    : `Must be the IBAN of a SEPA country: ${country} is none`;
}

/** An IBAN as machines write it: without spaces, in capitals. */
export function normalizeIban(iban: string): string {
  return iban.replaceAll(' ', '').toUpperCase();
}

/** The details that route a payment to an account (`routedBy` of its payout zone), after its country. */
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

/** A BIC of eight characters and the same BIC followed by XXX name the same office (ISO 9362). */
function normalizeBic(bic = ''): string {
  return bic.length === 11 && bic.endsWith('XXX') ? bic.slice(0, 8) : bic;
}

/**
 * The account of checked details. The first three digits of a CLABE identify its bank; where they are unknown, the
 * caller's name of the bank is kept.
 * @throws Error when the details were not checked for this country.
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
