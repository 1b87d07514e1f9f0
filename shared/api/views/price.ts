import type { Shape } from '#shared/api/shapes';
import { warningsView } from '#shared/api/views/warnings';
import type { CrossRampQuote } from '#shared/domain/cross-ramp/quote';
import { jsonNumber } from '#shared/domain/money/decimal';
import { moneyNumber } from '#shared/domain/money/money';
import { CROSS_RAMP_SPREAD } from '#shared/domain/rates/rate';

/** A price as a rate or a quote shows it. */
export function priceView({
  price,
  premiumSpread,
  warnings,
}: Pick<CrossRampQuote, 'price' | 'premiumSpread' | 'warnings'>): Shape<'CrossRampRate'> {
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
    warnings: warningsView(warnings),
  };
}
