/** Forms of postal addresses that rails take (ISO 20022 PostalAddress), with the days from and until which they do. */
import { type AddressRail, addressRails, payoutZoneFor, type TargetCountry } from './payout-zones';

/** Separate fields; town and country next to at most two lines; lines alone. */
export type AddressForm = 'STRUCTURED' | 'HYBRID' | 'UNSTRUCTURED';

/** A form on a rail. The days are ISO dates. */
export interface AddressFormRow {
  readonly rail: AddressRail;
  readonly form: AddressForm;
  /** The first day; null for one from before addresses had forms, or that the rail has published no day for. */
  readonly since: string | null;
  /** The first day on which it is refused; null while no end is known. */
  readonly until: string | null;
}

/**
 * The end of unstructured addresses is by settlement date in SEPA (European Payments Council) and the change of standards of
 * November 2026 on the others; hybrid ones began with the rulebooks of 2025 and CBPR+ of November 2025.
 */
const addressForms: readonly AddressFormRow[] = [
  { rail: 'SEPA', form: 'STRUCTURED', since: null, until: null },
  { rail: 'SEPA', form: 'HYBRID', since: '2025-10-05', until: null },
  { rail: 'SEPA', form: 'UNSTRUCTURED', since: null, until: '2026-11-15' },
  { rail: 'FEDWIRE', form: 'STRUCTURED', since: null, until: null },
  { rail: 'FEDWIRE', form: 'HYBRID', since: null, until: null },
  { rail: 'FEDWIRE', form: 'UNSTRUCTURED', since: null, until: '2026-11-16' },
  { rail: 'SWIFT', form: 'STRUCTURED', since: null, until: null },
  { rail: 'SWIFT', form: 'HYBRID', since: '2025-11-22', until: null },
  { rail: 'SWIFT', form: 'UNSTRUCTURED', since: null, until: '2026-11-16' },
  { rail: 'CHATS', form: 'STRUCTURED', since: null, until: null },
  { rail: 'CHATS', form: 'HYBRID', since: null, until: null },
  { rail: 'CHATS', form: 'UNSTRUCTURED', since: null, until: '2026-11-16' },
];

/** The forms of addresses on the rails to a country; empty if payments carry no address. */
export function addressFormsFor(country: TargetCountry): readonly AddressFormRow[] {
  const rails: readonly AddressRail[] = addressRails[payoutZoneFor(country)];
  return addressForms.filter(({ rail }) => rails.includes(rail));
}

/**
 * Returns true if an address of an account in a country needs at least town and country. An account is saved for payouts to
 * come: a form that ends is none for it.
 */
export function requiresTownAndCountry(country: TargetCountry): boolean {
  return addressFormsFor(country).some(({ form, until }) => form === 'UNSTRUCTURED' && until !== null);
}
