/** Requirements of a payout's country, for all kinds of transactions (contract, Corridors and accounts). */
import { badRequest, fiatOutOfRange } from '#shared/api/problems';
import type { AmountRange, FiatCurrency } from '#shared/values/money/currency';
import { isWithin, type Money } from '#shared/values/money/money';
import type { TransactionKind } from '#shared/values/transaction-kinds';
import { corridorFor, requiresInvoice, type TargetCountry } from './domain/payout-zones';

/** A payout to some countries needs an invoice. @throws Problem */
export function assertInvoice(country: TargetCountry, invoice: Uint8Array | undefined): void {
  if (requiresInvoice(country) && invoice === undefined)
    throw badRequest('INVOICE_REQUIRED', `invoiceFile is required when target bank account country is ${country}`);
}

/** Checks a payout against the bounds of its corridor, if it has any. @throws Problem naming them */
export function assertPayoutRange(payout: Money<FiatCurrency>, country: TargetCountry, kind: TransactionKind): void {
  const { payoutRange } = corridorFor(country);
  if (payoutRange !== undefined) assertFiatRange(payout, payoutRange, kind);
}

/** A fiat amount must lie within the bounds. @throws Problem naming them */
export function assertFiatRange(amount: Money<FiatCurrency>, range: AmountRange, kind: TransactionKind): void {
  if (!isWithin(amount, range)) throw fiatOutOfRange(kind, { ...range, currency: amount.currency });
}
