/** Postal address formats that rails accept (ISO 20022 PostalAddress), with start and end dates. */
import { type AddressRail, addressRails, payoutZoneFor, type TargetCountry } from './payout-zones';

/** Structured: separate fields. Hybrid: separate town and country, up to two address lines. Unstructured: only address lines. */
export type AddressForm = 'STRUCTURED' | 'HYBRID' | 'UNSTRUCTURED';

/** An address format on a rail. Dates are ISO 8601 days. */
export interface AddressFormRow {
  readonly rail: AddressRail;
  readonly form: AddressForm;
  /** First day on which the rail accepts the format; null if it was always accepted or the rail has published no day. */
  readonly since: string | null;
  /** First day on which the rail rejects the format; null if no end date is known. */
  readonly until: string | null;
}

/**
 * For SEPA, the end date applies to the settlement day (European Payments Council). The other end dates come from the standards
 * release of November 2026. The start dates come from the 2025 rulebooks (SEPA) and CBPR+ of November 2025 (SWIFT).
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

/** Returns the address formats on the rails to a country; empty if payments to the country contain no address. */
export function addressFormsFor(country: TargetCountry): readonly AddressFormRow[] {
  const rails: readonly AddressRail[] = addressRails[payoutZoneFor(country)];
  return addressForms.filter(({ rail }) => rails.includes(rail));
}

/**
 * Returns true if an address in this country needs at least town and country. Saved accounts are for future payouts. Therefore,
 * an unstructured address is already insufficient if its format has an end date, even before this date.
 */
export function requiresTownAndCountry(country: TargetCountry): boolean {
  return addressFormsFor(country).some(({ form, until }) => form === 'UNSTRUCTURED' && until !== null);
}
