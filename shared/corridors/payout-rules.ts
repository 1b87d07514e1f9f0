/** Payout rules of a country, for all kinds of transactions (contract, Corridors and accounts). */
import { badRequest, fiatOutOfRange } from '#shared/api/problems';
import type { AmountRange, FiatCurrency } from '#shared/values/money/currency';
import { isWithin, type Money } from '#shared/values/money/money';
import type { TransactionKind } from '#shared/values/transaction-kinds';
import { corridorFor, requiresInvoice, type TargetCountry } from './domain/payout-zones';

/** Checks that the request contains an invoice if the country requires an invoice. @throws Problem */
export function assertInvoice(country: TargetCountry, invoice: Uint8Array | undefined): void {
  if (requiresInvoice(country) && invoice === undefined)
    throw badRequest('INVOICE_REQUIRED', `invoiceFile is required when target bank account country is ${country}`);
}

/**
 * Checks a payout against the minimum and maximum of its corridor, if the corridor has limits. @throws Problem with the limits
 */
export function assertPayoutRange(payout: Money<FiatCurrency>, country: TargetCountry, kind: TransactionKind): void {
  const { payoutRange } = corridorFor(country);
  if (payoutRange !== undefined) assertFiatRange(payout, payoutRange, kind);
}

/** Checks that a fiat amount is within the range. @throws Problem with the limits */
export function assertFiatRange(amount: Money<FiatCurrency>, range: AmountRange, kind: TransactionKind): void {
  if (!isWithin(amount, range)) throw fiatOutOfRange(kind, { ...range, currency: amount.currency });
}
