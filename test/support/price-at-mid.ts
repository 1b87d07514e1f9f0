import type { CrossRampPrice } from '#shared/quotes/domain/quote';
import { type CrossRampPriceInput, priceCrossRamp } from '#shared/quotes/domain/ramp-pricing';
import { crossRampRate } from '#shared/quotes/domain/rate';
import type { Decimal } from '#shared/values/money/decimal';

/** Returns the price of a cross-ramp for a mid-market rate and a premium (fraction). */
export function priceAtMid({
  mid,
  premium,
  ...input
}: CrossRampPriceInput & { readonly mid: Decimal; readonly premium: Decimal }): CrossRampPrice | undefined {
  return priceCrossRamp(input, crossRampRate(mid, premium));
}
