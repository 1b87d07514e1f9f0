import type { ResponseData } from '#shared/api/response-schemas';
import type { CrossRampQuote } from '#shared/quotes/domain/cross-ramp-quote';
import { CROSS_RAMP_SPREAD } from '#shared/quotes/domain/rate';
import { toWarningResponses } from '#shared/quotes/warning-response';
import { jsonNumber } from '#shared/values/money/decimal';
import { moneyNumber } from '#shared/values/money/money';

/** A price as a rate or a quote shows it. */
export function toCrossRampRateResponse({
  price,
  premiumSpread,
  warnings,
}: Pick<CrossRampQuote, 'price' | 'premiumSpread' | 'warnings'>): ResponseData<'CrossRampRate'> {
  return {
    fees: { fixedFee: moneyNumber(price.fixedFee), feeCurrency: price.fixedFee.currency },
    sourceAmount: moneyNumber(price.sourceAmount),
    targetAmount: moneyNumber(price.targetAmount),
    sourceCurrency: price.sourceAmount.currency,
    targetCurrency: price.targetAmount.currency,
    rate: jsonNumber(price.rate),
    premiumSpread: jsonNumber(premiumSpread),
    spread: jsonNumber(CROSS_RAMP_SPREAD),
    flow: 'OTC',
    warnings: toWarningResponses(warnings),
  };
}
