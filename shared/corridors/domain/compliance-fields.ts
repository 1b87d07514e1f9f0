/** Purpose of a payment, source of its funds, and relationship of its parties: the codes that a payout takes, by its rail. */
import type { BankRail } from '#shared/values/bank-rails';
import { type TargetCountry, usualRailFor } from './payout-zones';

/** Purposes of any payment. */
export const generalPurposes = [
  'FAMILY_SUPPORT',
  'GIFT',
  'DONATION',
  'EDUCATION',
  'MEDICAL',
  'TRAVEL',
  'RENT',
  'UTILITIES',
  'TAX',
  'INSURANCE',
  'LOAN',
  'SAVINGS',
  'INVESTMENT',
  'REAL_ESTATE',
  'SALARY',
  'GOODS',
  'SERVICES',
  'OWN_ACCOUNT',
  'OTHER',
] as const;

/** Purposes of CNAPS: support of a family, trade in goods, salary, trade in services. */
export const cnapsPurposes = ['FAMI', 'GDDS', 'SALA', 'SCVE'] as const;

export const purposes = [...generalPurposes, ...cnapsPurposes] as const;
export type Purpose = (typeof purposes)[number];

export const sourcesOfFunds = [
  'SALARY',
  'BUSINESS_INCOME',
  'SAVINGS',
  'INVESTMENT',
  'PENSION',
  'BENEFIT',
  'LOAN',
  'INHERITANCE',
  'GIFT',
  'SALE_OF_PROPERTY',
  'CRYPTO_ASSETS',
  'OTHER',
] as const;
export type SourceOfFunds = (typeof sourcesOfFunds)[number];

/** The beneficiary, as the sender calls it. */
export const relationships = [
  'SELF',
  'SPOUSE',
  'PARENT',
  'CHILD',
  'SIBLING',
  'RELATIVE',
  'FRIEND',
  'EMPLOYEE',
  'EMPLOYER',
  'SUPPLIER',
  'CUSTOMER',
  'BUSINESS_PARTNER',
  'GROUP_COMPANY',
  'LANDLORD',
  'OTHER',
] as const;
export type Relationship = (typeof relationships)[number];

/** Codes about a payment; each absent if it was not given. They name no person. */
export interface ComplianceCodes {
  readonly purpose?: Purpose | undefined;
  readonly sourceOfFunds?: SourceOfFunds | undefined;
  readonly relationship?: Relationship | undefined;
}
export type ComplianceFieldName = keyof ComplianceCodes;

/** A rule about one field of a payout. */
export interface ComplianceField<Name extends ComplianceFieldName = ComplianceFieldName> {
  readonly field: Name;
  readonly codes: readonly NonNullable<ComplianceCodes[Name]>[];
  /** The code of a request without the field; null for none. */
  readonly default: NonNullable<ComplianceCodes[Name]> | null;
  /** The first day (UTC) on which a request without the field is refused; null if the field is optional. */
  readonly requiredFrom: string | null;
}

/** The rules of a payout, by field. */
export type ComplianceFields = { readonly [Name in ComplianceFieldName]-?: ComplianceField<Name> };

const optional = { default: null, requiredFrom: null } as const;

/** Rules of any payout. The screening of a payout reads all of it, even if its rail carries none. */
const generalFields: ComplianceFields = {
  purpose: { field: 'purpose', codes: generalPurposes, ...optional },
  sourceOfFunds: { field: 'sourceOfFunds', codes: sourcesOfFunds, ...optional },
  relationship: { field: 'relationship', codes: relationships, ...optional },
};

/**
 * Purposes of rails with a separate list. CNAPS pays nothing without one, and a wrong one comes back after four or five
 * business days; payouts there carry an invoice, so that one without a purpose counts as trade in goods.
 */
const purposesByRail: { readonly [R in BankRail]?: ComplianceField<'purpose'> } = {
  CNAPS: { field: 'purpose', codes: cnapsPurposes, default: 'GDDS', requiredFrom: null },
};

/** The rules of a payout to an account in a country, or to a wallet if none is given. */
export function complianceFieldsFor(country?: TargetCountry): ComplianceFields {
  const purpose = country && purposesByRail[usualRailFor(country)];
  return purpose === undefined ? generalFields : { ...generalFields, purpose };
}
