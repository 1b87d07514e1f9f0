/** Requirements of a payout's country, for all kinds of transactions (contract, Corridors and accounts). */
import { badRequest } from '#shared/api/problems';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';
import { corridorFor, requiresInvoice, type TargetCountry } from './domain/regions';
import { assertFiatRange } from './fiat-range';

/** A payout to some countries needs an invoice. @throws Problem */
export function assertInvoice(country: TargetCountry, invoice: Uint8Array | undefined): void {
  if (requiresInvoice(country) && invoice === undefined)
    throw badRequest(`invoiceFile is required when target bank account country is ${country}`);
}

/** What is paid out must lie in the bounds of its corridor, where it has any. @throws Problem naming them */
export function assertPayoutRange(
  payout: Money<FiatCurrency>,
  country: TargetCountry,
  kind: 'OFF_RAMP' | 'CROSS_RAMP',
): void {
  const { payoutRange } = corridorFor(country);
  if (payoutRange !== undefined) assertFiatRange(payout, payoutRange, kind);
}
