/** What a payout's country asks for, the same for every kind of transaction (contract, Corridors and accounts). */
import { badRequest } from '#shared/api/problems';
import { corridorTo, needsInvoice } from '#shared/domain/banks/corridors';
import type { TargetCountry } from '#shared/domain/banks/countries';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Money } from '#shared/domain/money/money';
import { checkFiatRange } from '#shared/operations/fiat-range';

/** A payout to mainland China needs an invoice. @throws Problem */
export function checkInvoiceGiven(country: TargetCountry, invoice: Uint8Array | undefined): void {
  if (needsInvoice(country) && invoice === undefined)
    throw badRequest('invoiceFile is required when target bank account country is CN');
}

/** What is paid out must lie in the bounds of its corridor, where it has any. @throws Problem naming them */
export function checkPayoutRange(
  payout: Money<FiatCurrency>,
  country: TargetCountry,
  kind: 'OFF_RAMP' | 'CROSS_RAMP',
): void {
  const { payoutRange } = corridorTo(country);
  if (payoutRange !== undefined) checkFiatRange(payout, payoutRange, kind);
}
