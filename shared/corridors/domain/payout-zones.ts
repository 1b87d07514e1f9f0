/**
 * Every fact about a country that accounts are paid in, by payout zone: a country, or several with the same
 * rules. Nothing else names a country. The compiler asks for each fact of a new payout zone; a form of account numbers that
 * no other country has gets its schema in shared/bank-accounts/fields.ts. The facts stand in several records, so that a bundle
 * holds those that it uses.
 */
import type { BankRail } from '#shared/values/bank-rails';
import type { AmountRange, FiatCurrency } from '#shared/values/money/currency';

/** The first payout zone of a currency is the default of a request that names no country. */
export const payoutZones = ['MX', 'DO', 'US', 'SEPA', 'CHINA'] as const;
export type PayoutZone = (typeof payoutZones)[number];

export const countries = {
  MX: ['MX'],
  DO: ['DO'],
  US: ['US'],
  SEPA: [
    'AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT',
    'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE', 'IS', 'LI', 'NO', 'CH', 'GB', 'MC', 'SM', 'AD', 'VA',
  ], // biome-ignore format: country codes, not statements
  CHINA: ['CN', 'HK'],
} as const satisfies Readonly<Record<PayoutZone, readonly string[]>>;
export type TargetCountry = (typeof countries)[PayoutZone][number];

/** Countries that accounts are paid in. */
export const targetCountries: readonly TargetCountry[] = payoutZones.flatMap((zone) => [...countries[zone]]);

const notQuoted: readonly TargetCountry[] = ['HK'];
const withInvoice: readonly TargetCountry[] = ['CN'];
/** Countries where a user's own account passes a penny test before money goes to it. */
const withPennyTest: readonly TargetCountry[] = ['MX'];
/** Countries of the euro area, whose banks verify the payee of a credit transfer (EU 2024/886, since 9 October 2025). */
const withPayeeVerification: readonly TargetCountry[] = [
  'AT', 'BE', 'BG', 'HR', 'CY', 'EE', 'FI', 'FR', 'DE', 'GR', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PT', 'SK',
  'SI', 'ES',
]; // biome-ignore format: country codes, not statements
/** The country whose banks have routing numbers: one in a request names it. */
export const ROUTING_NUMBER_COUNTRY = 'US' satisfies TargetCountry;
export const VIRTUAL_ACCOUNT_COUNTRY = 'US' satisfies TargetCountry;
/** The country whose law asks for declarations of beneficial owners, and whose bank holidays the calendar has. */
export const HOME_COUNTRY = 'MX' satisfies TargetCountry;

/** Rules of every payout to a payout zone, whatever kind of transaction pays it. */
export interface Corridor {
  readonly currency: FiatCurrency;
  /** Bounds of one payout in that currency, next to the partner's own. @default none */
  readonly payoutRange?: AmountRange;
}

export const corridors: Readonly<Record<PayoutZone, Corridor>> = {
  MX: { currency: 'MXN' },
  DO: { currency: 'DOP' },
  US: { currency: 'USD' },
  SEPA: { currency: 'EUR' },
  CHINA: { currency: 'USD', payoutRange: { min: '10', max: '10000' } },
};

/** Rails of fiat money in a payout zone, the default first. */
export const railsByZone = {
  MX: ['SPEI'],
  DO: ['ACH'],
  US: ['ACH', 'WIRE'],
  SEPA: ['SEPA'],
  CHINA: ['SWIFT'],
} as const satisfies Readonly<Record<PayoutZone, readonly string[]>>;
export type Rail = (typeof railsByZone)[PayoutZone][number];

/** Rails of a cross-ramp's payout to a payout zone: by the rails of the country, or by SWIFT. */
export const targetRails = ['LOCAL', 'SWIFT'] as const;
export const targetRailsByZone: Readonly<Record<PayoutZone, readonly (typeof targetRails)[number][]>> = {
  MX: ['LOCAL'],
  DO: ['LOCAL'],
  US: ['LOCAL'],
  SEPA: ['LOCAL'],
  CHINA: ['LOCAL', 'SWIFT'],
};

/** The usual rail of a payment to or from an account in a payout zone, if it does not go by SWIFT. Hong Kong's is FPS. */
const usualRails: Readonly<Record<PayoutZone, BankRail>> = {
  MX: 'SPEI',
  DO: 'ACH',
  US: 'ACH',
  SEPA: 'SEPA',
  CHINA: 'CNAPS',
};

/** Returns the usual rail to accounts of a country; SWIFT if the country is not served. */
export function usualRailFor(country: string): BankRail {
  if (country === 'HK') return 'FPS';
  const zone = findPayoutZone(country);
  return zone === undefined ? 'SWIFT' : usualRails[zone];
}

/** Rails whose payments carry a postal address by ISO 20022, in a payout zone. Their forms are in address-forms.ts. */
export const addressRails = {
  MX: [],
  DO: [],
  US: ['FEDWIRE'],
  SEPA: ['SEPA'],
  CHINA: ['SWIFT', 'CHATS'],
} as const satisfies Readonly<Record<PayoutZone, readonly string[]>>;
export type AddressRail = (typeof addressRails)[PayoutZone][number];

/** The form of `accountIdentifier`; most countries have `TEXT`. Each form has a schema in shared/bank-accounts/fields.ts. */
export const accountNumberForms = {
  MX: 'CLABE',
  DO: 'TEXT',
  US: 'DIGITS',
  SEPA: 'IBAN',
  CHINA: 'LATIN',
} as const satisfies Readonly<Record<PayoutZone, string>>;
export type AccountNumberForm = (typeof accountNumberForms)[PayoutZone];

type RoutingField =
  | 'accountIdentifier'
  | 'iban'
  | 'routingNumber'
  | 'bic'
  | 'bankName'
  | 'accountType'
  | 'documentIdentifier'
  | 'documentType';
export type DetailField = RoutingField | 'accountHolder' | 'address';

export interface AccountRules {
  /** The fields of an account, in the order in which they are documented. */
  readonly fields: readonly DetailField[];
  /** Optional fields; an address then needs the fields that its rails need (address-forms.ts). @default none */
  readonly optional?: readonly DetailField[];
  /**
   * Fields that lead a payment to an account: accounts of one owner that agree in all of it are the same account (contract,
   * Corridors and accounts). A CLABE and an IBAN name their bank; the bank's name counts if no code does. Dominican
   * banks refuse a payment whose document or account type is not the account's.
   * @default usualRouting
   */
  readonly routedBy?: readonly RoutingField[];
}

export const usualRouting: readonly RoutingField[] = ['accountIdentifier', 'routingNumber', 'bic', 'bankName'];

const accountRules: Readonly<Record<PayoutZone, AccountRules>> = {
  MX: { fields: ['accountIdentifier', 'bankName'], optional: ['bankName'], routedBy: ['accountIdentifier'] },
  DO: {
    fields: ['accountIdentifier', 'bankName', 'accountType', 'documentIdentifier', 'documentType'],
    routedBy: [...usualRouting, 'accountType', 'documentIdentifier', 'documentType'],
  },
  US: {
    fields: ['accountIdentifier', 'bankName', 'routingNumber', 'accountType', 'accountHolder', 'address'],
    optional: ['accountType'],
  },
  SEPA: {
    fields: ['iban', 'bic', 'bankName', 'accountHolder', 'address'],
    optional: ['address'],
    routedBy: ['iban', 'bic'],
  },
  CHINA: {
    fields: ['accountIdentifier', 'bankName', 'accountType', 'bic', 'accountHolder', 'address'],
    optional: ['bic'],
  },
};

export interface VerificationRules {
  /** Fields that a person provides in addition to the fields of every country. */
  readonly extraFields: readonly string[];
  /** The form of tax ids. @default any text */
  readonly taxId?: 'RFC';
}

/** The verifications of each payout zone; `undefined` if none are offered. */
export const verificationRules: Readonly<Record<PayoutZone, VerificationRules | undefined>> = {
  MX: { extraFields: ['profession', 'taxId'], taxId: 'RFC' },
  DO: { extraFields: [] },
  US: { extraFields: [] },
  SEPA: { extraFields: [] },
  CHINA: undefined,
};

export interface PostalCodeRule {
  /** Pattern of the code without surrounding blanks. It has no flags, because the API document quotes it. */
  readonly pattern: RegExp;
  readonly message: string;
}

/** The form of postal codes; `undefined` for the default form. */
export const postalCodes: Readonly<Record<PayoutZone, PostalCodeRule | undefined>> = {
  MX: { pattern: /^[0-9]{5}$/, message: 'Must be a postal code of 5 digits' },
  DO: undefined,
  US: { pattern: /^[0-9]{5}(?:-[0-9]{4})?$/, message: 'Must be a ZIP code, such as 10001 or 10001-2345' },
  SEPA: undefined,
  CHINA: undefined,
};

export function listKycCountries(): readonly TargetCountry[] {
  return targetCountries.filter((country) => verificationRules[payoutZoneFor(country)] !== undefined);
}

export function listQuoteCountries(): readonly TargetCountry[] {
  return targetCountries.filter((country) => !notQuoted.includes(country));
}

export function listRails(): readonly Rail[] {
  return [...new Set(payoutZones.flatMap((zone): readonly Rail[] => railsByZone[zone]))];
}

export function isTargetCountry(country: string): country is TargetCountry {
  return findPayoutZone(country) !== undefined;
}

/** The payout zone of a country; `undefined` if none has it. */
export function findPayoutZone(country: string): PayoutZone | undefined {
  return payoutZones.find((zone) => countries[zone].some((known) => known === country));
}

export function payoutZoneFor(country: TargetCountry): PayoutZone {
  const zone = findPayoutZone(country);
  if (zone === undefined) throw new Error(`No zone has ${country}`);
  return zone;
}

export function corridorFor(country: TargetCountry): Corridor {
  return corridors[payoutZoneFor(country)];
}

export function accountRulesFor(country: TargetCountry): AccountRules {
  return accountRules[payoutZoneFor(country)];
}

export function accountNumberForm(country: TargetCountry): AccountNumberForm {
  return accountNumberForms[payoutZoneFor(country)];
}

/** Returns true if a user's own account in a country passes a penny test before money goes to it. */
export function requiresPennyTest(country: TargetCountry): boolean {
  return withPennyTest.includes(country);
}

/** Returns true if a bank in a country compares the holder of an account, of anyone's, with the name in a payment. */
export function verifiesPayee(country: TargetCountry): boolean {
  return withPayeeVerification.includes(country);
}

export function requiresInvoice(country: TargetCountry): boolean {
  return withInvoice.includes(country);
}
