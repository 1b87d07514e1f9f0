/** Compliance codes (purpose, source of funds, relationship of sender and beneficiary) that payouts accept, by rail. */
import type { BankRail } from '#shared/values/bank-rails';
import { type TargetCountry, usualRailFor } from './payout-zones';

/** Purposes that all payouts accept, except on rails with a separate list. */
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

/** Purposes of CNAPS: family support, trade in goods, salary, trade in services. */
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

/** Relationship of the beneficiary to the sender. `PARENT` means: the beneficiary is the sender's parent. */
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

/**
 * Compliance codes of a request or payment. A code is absent if the request did not contain it and the payout has no default.
 * The codes do not identify a person, so an erasure keeps them.
 */
export interface ComplianceCodes {
  readonly purpose?: Purpose | undefined;
  readonly sourceOfFunds?: SourceOfFunds | undefined;
  readonly relationship?: Relationship | undefined;
}
export type ComplianceFieldName = keyof ComplianceCodes;

/** Rule for one compliance field of a payout. */
export interface ComplianceField<Name extends ComplianceFieldName = ComplianceFieldName> {
  readonly field: Name;
  readonly codes: readonly NonNullable<ComplianceCodes[Name]>[];
  /** Code for a request without the field; null if there is no default. */
  readonly default: NonNullable<ComplianceCodes[Name]> | null;
  /** First day (UTC) on which a request without the field is rejected; null if the field is optional. */
  readonly requiredFrom: string | null;
}

/** Rules for a payout's compliance fields. */
export type ComplianceFields = { readonly [Name in ComplianceFieldName]-?: ComplianceField<Name> };

const optional = { default: null, requiredFrom: null } as const;

/**
 * Rules for payouts without a separate list of purposes. Compliance screening uses the three codes, even if a rail does not
 * transmit these codes.
 */
const generalFields: ComplianceFields = {
  purpose: { field: 'purpose', codes: generalPurposes, ...optional },
  sourceOfFunds: { field: 'sourceOfFunds', codes: sourcesOfFunds, ...optional },
  relationship: { field: 'relationship', codes: relationships, ...optional },
};

/**
 * Rails with a separate list of purposes. CNAPS requires a purpose, and returns a payment with a wrong purpose after four or five
 * business days. The default is trade in goods (`GDDS`), because these payouts require an invoice.
 */
const purposesByRail: { readonly [R in BankRail]?: ComplianceField<'purpose'> } = {
  CNAPS: { field: 'purpose', codes: cnapsPurposes, default: 'GDDS', requiredFrom: null },
};

/** Returns the compliance rules for a payout to a bank account in a country; without a country, to a wallet. */
export function complianceFieldsFor(country?: TargetCountry): ComplianceFields {
  const purpose = country && purposesByRail[usualRailFor(country)];
  return purpose === undefined ? generalFields : { ...generalFields, purpose };
}
