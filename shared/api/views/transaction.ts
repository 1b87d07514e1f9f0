import type { Shape } from '#shared/api/shapes';
import { iso, isoOrNull } from '#shared/api/views/time';
import type { CrossRampPrice } from '#shared/domain/cross-ramp/pricing';
import { type Decimal, jsonNumber } from '#shared/domain/money/decimal';
import { moneyNumber } from '#shared/domain/money/money';
import { CROSS_RAMP_SPREAD } from '#shared/domain/rates/rate';
import type { CrossRamp } from '#shared/domain/transactions/cross-ramp';

/** A price as a rate or a quote shows it. */
export function priceView(price: CrossRampPrice, premium: Decimal): Shape<'CrossRampRate'> {
  return {
    fees: { fixedFee: moneyNumber(price.fixedFee), feeCurrency: price.fixedFee.currency },
    sourceAmount: moneyNumber(price.sourceAmount),
    targetAmount: moneyNumber(price.targetAmount),
    sourceCurrency: price.sourceAmount.currency,
    targetCurrency: price.targetAmount.currency,
    rate: jsonNumber(price.rate),
    premiumSpread: jsonNumber(premium),
    spread: jsonNumber(CROSS_RAMP_SPREAD),
    flow: 'OTC',
  };
}

/** A cross-ramp as its creation answers it. */
export function crossRampView(transaction: CrossRamp): Shape<'CrossRampTransaction'> {
  const { country, accountIdentifier, bankName, isVerified } = transaction.targetBankAccount;
  return {
    id: transaction.id,
    userId: transaction.userId,
    status: transaction.status,
    sourceCurrency: transaction.sourceAmount.currency,
    targetCurrency: transaction.targetAmount.currency,
    sourceAmount: moneyNumber(transaction.sourceAmount),
    targetAmount: moneyNumber(transaction.targetAmount),
    exchangeRate: jsonNumber(transaction.rate),
    premiumSpread: jsonNumber(transaction.premiumSpread),
    fees: { fixedFee: moneyNumber(transaction.fixedFee), feeCurrency: transaction.fixedFee.currency },
    sourceBankAccount: { ...transaction.sourceBankAccount, isVerified: true },
    targetBankAccount: { country, accountIdentifier, bankName, isVerified },
    createdAt: iso(transaction.createdAtMs),
  };
}

/** A cross-ramp as listings and look-ups show it. */
export function transactionView(transaction: CrossRamp): Shape<'TransactionItem'> {
  const { payoutReturn } = transaction;
  return {
    ...crossRampView(transaction),
    type: 'CROSS_RAMP',
    version: transaction.version,
    executedAt: null,
    completedAt: isoOrNull(transaction.completedAtMs),
    updatedAt: iso(transaction.updatedAtMs),
    cancellationReason: transaction.cancellationReason ?? null,
    invoice: { transactionHash: null, paymentUrl: null },
    ...(payoutReturn === undefined
      ? {}
      : {
          payoutReturn: {
            amount: moneyNumber(payoutReturn.amount),
            currency: payoutReturn.amount.currency,
            reason: payoutReturn.reason,
            at: iso(payoutReturn.atMs),
          },
        }),
  };
}
