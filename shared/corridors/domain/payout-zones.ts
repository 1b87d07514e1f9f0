/**
 * Rules that depend on the payout country, by payout zone. A new account number format needs a schema in
 * shared/bank-accounts/fields.ts. The constants are separate, so that a bundle includes only those that it uses.
 */
import type { BankRail } from '#shared/values/bank-rails';
import type { AmountRange, FiatCurrency } from '#shared/values/money/currency';

/**
 * Payout zones. If a request specifies no country, the first zone with the payout's currency is the default. For euro, the IBAN
 * determines the country.
 */
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

/** Countries of bank accounts that can receive payouts. */
export const targetCountries: readonly TargetCountry[] = payoutZones.flatMap((zone) => [...countries[zone]]);

const notQuoted: readonly TargetCountry[] = ['HK'];
const withInvoice: readonly TargetCountry[] = ['CN'];
/** Countries where an account in the user's name must pass a penny test before the first payout. */
const withPennyTest: readonly TargetCountry[] = ['MX'];
/** Countries of the euro area. Their banks verify the payee of a credit transfer (EU 2024/886, since 9 October 2025). */
const withPayeeVerification: readonly TargetCountry[] = [
  'AT', 'BE', 'BG', 'HR', 'CY', 'EE', 'FI', 'FR', 'DE', 'GR', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PT', 'SK',
  'SI', 'ES',
]; // biome-ignore format: country codes, not statements
/** Country of accounts with a routing number. A request with a routing number needs no country. */
export const ROUTING_NUMBER_COUNTRY = 'US' satisfies TargetCountry;
export const VIRTUAL_ACCOUNT_COUNTRY = 'US' satisfies TargetCountry;
/** Country whose law requires declarations of beneficial owners, and whose bank holidays the settlement calendar uses. */
export const HOME_COUNTRY = 'MX' satisfies TargetCountry;

/** Rules for every payout to a payout zone, for all kinds of transactions. */
export interface Corridor {
  readonly currency: FiatCurrency;
  /** Minimum and maximum of one payout in this currency, in addition to the partner's limits. @default none */
  readonly payoutRange?: AmountRange;
}

export const corridors: Readonly<Record<PayoutZone, Corridor>> = {
  MX: { currency: 'MXN' },
  DO: { currency: 'DOP' },
  US: { currency: 'USD' },
  SEPA: { currency: 'EUR' },
  CHINA: { currency: 'USD', payoutRange: { min: '10', max: '10000' } },
};

/** Fiat rails of each payout zone, the default rail first. */
export const railsByZone = {
  MX: ['SPEI'],
  DO: ['ACH'],
  US: ['ACH', 'WIRE'],
  SEPA: ['SEPA'],
  CHINA: ['SWIFT'],
} as const satisfies Readonly<Record<PayoutZone, readonly string[]>>;
export type Rail = (typeof railsByZone)[PayoutZone][number];

/** Rails for the payout of a cross-ramp: a local rail of the country, or SWIFT. */
export const targetRails = ['LOCAL', 'SWIFT'] as const;
export const targetRailsByZone: Readonly<Record<PayoutZone, readonly (typeof targetRails)[number][]>> = {
  MX: ['LOCAL'],
  DO: ['LOCAL'],
  US: ['LOCAL'],
  SEPA: ['LOCAL'],
  CHINA: ['LOCAL', 'SWIFT'],
};

/**
 * Usual rail of a payment to or from an account in each payout zone, except for SWIFT payments. Accounts in Hong Kong (zone
 * `CHINA`) use FPS, not CNAPS.
 */
const usualRails: Readonly<Record<PayoutZone, BankRail>> = {
  MX: 'SPEI',
  DO: 'ACH',
  US: 'ACH',
  SEPA: 'SEPA',
  CHINA: 'CNAPS',
};

/** Returns the usual rail for accounts in a country; SWIFT if the country is in no payout zone. */
export function usualRailFor(country: string): BankRail {
  if (country === 'HK') return 'FPS';
  const zone = findPayoutZone(country);
  return zone === undefined ? 'SWIFT' : usualRails[zone];
}

/** Rails whose payments contain an ISO 20022 postal address. address-forms.ts defines the accepted formats. */
export const addressRails = {
  MX: [],
  DO: [],
  US: ['FEDWIRE'],
  SEPA: ['SEPA'],
  CHINA: ['SWIFT', 'CHATS'],
} as const satisfies Readonly<Record<PayoutZone, readonly string[]>>;
export type AddressRail = (typeof addressRails)[PayoutZone][number];

/** Format of `accountIdentifier` by payout zone. Each format has a schema in shared/bank-accounts/fields.ts. */
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
  /** Required and optional fields of a bank account. The API document lists them in this order. */
  readonly fields: readonly DetailField[];
  /** If the address is optional, a provided address needs only the fields that the country's rails require (address-forms.ts). */
  readonly optional?: readonly DetailField[];
  /**
   * Fields that route a payment to an account. Two accounts of an owner with equal values are the same account (contract,
   * Corridors and accounts). The bank's name is compared only if no routing number, BIC, CLABE or IBAN identifies the bank. The
   * comparison of Dominican accounts includes document and account type, because banks reject payments with wrong values.
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
  /** Fields that a person must provide in addition to the fields required in every country. */
  readonly extraFields: readonly string[];
  /** Format of tax ids. @default any text */
  readonly taxId?: 'RFC';
}

/** Identity verification rules of each payout zone; `undefined` if verification is not available there. */
export const verificationRules: Readonly<Record<PayoutZone, VerificationRules | undefined>> = {
  MX: { extraFields: ['profession', 'taxId'], taxId: 'RFC' },
  DO: { extraFields: [] },
  US: { extraFields: [] },
  SEPA: { extraFields: [] },
  CHINA: undefined,
};

export interface PostalCodeRule {
  /** Pattern of the trimmed code, without flags: JSON Schema in the API document contains only the source of the pattern. */
  readonly pattern: RegExp;
  readonly message: string;
}

/** Format of postal codes; `undefined` if the zone has no specific format. */
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

/** Returns the payout zone of a country; `undefined` if the country is in no payout zone. */
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

/** Returns true if an account in the user's name in this country must pass a penny test before the first payout. */
export function requiresPennyTest(country: TargetCountry): boolean {
  return withPennyTest.includes(country);
}

/**
 * Returns true if banks in the country compare the payee's name in a payment with the account holder. The comparison applies to
 * accounts of users and of receivers.
 */
export function verifiesPayee(country: TargetCountry): boolean {
  return withPayeeVerification.includes(country);
}

export function requiresInvoice(country: TargetCountry): boolean {
  return withInvoice.includes(country);
}
