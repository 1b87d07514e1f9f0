/** Builds the API responses for prices and quotes. */
import type * as z from 'zod/mini';
import { toIsoTime } from '#shared/values/iso-time';
import { jsonNumber } from '#shared/values/money/decimal';
import { moneyNumber } from '#shared/values/money/money';
import type { CrossRampQuote, CrossRampTerms, Forwarding, RampQuote, RampTerms } from './domain/quote';
import { spreadFor } from './domain/ramp-pricing';
import { CROSS_RAMP_SPREAD, type WarningCode, warningText } from './domain/rate';
import type * as schemas from './response-schema';

/** Builds the warnings in responses for prices and transactions. */
export function toWarningResponses(codes: readonly WarningCode[]): z.infer<typeof schemas.Warning>[] {
  return codes.map((code) => ({ ...warningText(code), code }));
}

/** Builds the settlement fields in responses for prices and transactions. */
export function toForwardingFields({ days, effectiveDays, settlementAtMs, adjustments }: Forwarding) {
  return {
    forwardingDays: days,
    effectiveForwardingDays: effectiveDays,
    forwardingSettlementDate: toIsoTime(settlementAtMs),
    forwardingAdjustments: adjustments.map(({ date, reason }) => ({ date, reason })),
  };
}

/** Builds the price between a fiat currency and a token in the response for a rate or a quote. */
export function toRampRateResponse(terms: RampTerms): z.infer<typeof schemas.RampRate> {
  const { kind, price } = terms;
  return {
    transactionType: kind === 'CROSS_RAMP_LEG' ? 'CROSS_RAMP' : kind,
    fiatAmount: moneyNumber(price.fiatAmount),
    fiatCurrency: price.fiatAmount.currency,
    cryptoAmount: moneyNumber(price.cryptoAmount),
    blockchainSymbol: terms.blockchain,
    tokenSymbol: price.cryptoAmount.currency,
    rate: jsonNumber(price.rate),
    premiumSpread: jsonNumber(terms.premiumSpread),
    spread: jsonNumber(spreadFor(kind)),
    flow: terms.flow,
    ...toForwardingFields(terms.forwarding),
    warnings: toWarningResponses(terms.warnings),
  };
}

/** Builds the price of a cross-ramp in the response for a rate or a quote. */
export function toCrossRampRateResponse(terms: CrossRampTerms): z.infer<typeof schemas.CrossRampRate> {
  const { sourceAmount, targetAmount, fixedFee, rate } = terms.price;
  return {
    fees: { fixedFee: moneyNumber(fixedFee), feeCurrency: fixedFee.currency },
    sourceAmount: moneyNumber(sourceAmount),
    targetAmount: moneyNumber(targetAmount),
    sourceCurrency: sourceAmount.currency,
    targetCurrency: targetAmount.currency,
    rate: jsonNumber(rate),
    premiumSpread: jsonNumber(terms.premiumSpread),
    spread: jsonNumber(CROSS_RAMP_SPREAD),
    flow: 'OTC',
    warnings: toWarningResponses(terms.warnings),
  };
}

/** Builds the response to a request that locks a price between a fiat currency and a token. */
export function toRampQuoteResponse(quote: RampQuote): z.infer<typeof schemas.RampQuote> {
  return { quoteId: quote.id, ...toRampRateResponse(quote), expiresAt: toIsoTime(quote.expiresAtMs) };
}

/** Builds the response to a request that locks a cross-ramp price. */
export function toCrossRampQuoteResponse(quote: CrossRampQuote): z.infer<typeof schemas.CrossRampQuote> {
  return { quoteId: quote.id, ...toCrossRampRateResponse(quote), expiresAt: toIsoTime(quote.expiresAtMs) };
}

/** Builds the response for a quote, with the transaction that used the quote. */
export function toRampQuoteDetailResponse(quote: RampQuote): z.infer<typeof schemas.RampQuoteDetail> {
  return { ...toRampQuoteResponse(quote), usedBy: quote.usedBy ?? null };
}

/** Builds the response for a cross-ramp quote, with the transaction that used the quote. */
export function toCrossRampQuoteDetailResponse(quote: CrossRampQuote): z.infer<typeof schemas.CrossRampQuoteDetail> {
  return { ...toCrossRampQuoteResponse(quote), usedBy: quote.usedBy ?? null };
}
