import { badRequest, fiatOutOfRange, invalidInput, type Problem, sameCurrencies } from '#shared/api/problems';
import type { TargetCountry } from '#shared/corridors/domain/regions';
import { assertFiatRange } from '#shared/corridors/fiat-range';
import { assertPayoutRange } from '#shared/corridors/payout-rules';
import type { Agreement, Caller } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
import { rateSourceFor } from '#shared/providers/rates/port';
import {
  type CrossRampPrice,
  fixedFeeFor,
  priceCrossRamp,
  ratesFromLeg,
} from '#shared/quotes/domain/cross-ramp-pricing';
import type { RampQuote } from '#shared/quotes/domain/ramp-quote';
import { crossRampRate } from '#shared/quotes/domain/rate';
import { parseRequestedAmount } from '#shared/quotes/requested-amount';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { Decimal } from '#shared/values/money/decimal';
import type { Money } from '#shared/values/money/money';

/** The fixed amount of a request, and its side. */
export interface FixedAmount {
  readonly side: 'source' | 'target';
  readonly amount: Money<FiatCurrency>;
}

interface RequestedAmounts {
  readonly sourceAmount?: number | undefined;
  readonly targetAmount?: number | undefined;
}

/** The given amount. @throws Problem naming what is wrong when it is not exactly one positive amount of its currency. */
export function readFixedAmount(amounts: RequestedAmounts, source: FiatCurrency, target: FiatCurrency): FixedAmount {
  const { sourceAmount, targetAmount } = amounts;
  if ((sourceAmount === undefined) === (targetAmount === undefined)) {
    const message = 'Provide exactly one of sourceAmount and targetAmount';
    throw invalidInput([
      { field: 'sourceAmount', message },
      { field: 'targetAmount', message },
    ]);
  }
  const side = sourceAmount === undefined ? 'target' : 'source';
  const amount = parseRequestedAmount(
    `${side}Amount`,
    sourceAmount ?? targetAmount ?? 0,
    side === 'source' ? source : target,
  );
  return { side, amount };
}

/** Both currencies must be different and enabled for the partner. @throws Problem */
export function assertCurrencyPair(source: FiatCurrency, target: FiatCurrency, caller: Caller): void {
  if (source === target) throw sameCurrencies();
  const enabled = caller.agreement.fiatCurrencies;
  if (!enabled.includes(source) || !enabled.includes(target)) {
    throw badRequest('Requested fiat currency is invalid or inactive');
  }
}

/** What a cross-ramp is priced by, besides its amount. */
interface PriceTerms {
  readonly agreement: Agreement;
  readonly atMs: number;
}

/**
 * Prices a cross-ramp at the current rate.
 * @throws Problem when the amount leaves nothing after the fee; RateUnavailable
 */
export async function priceAtCurrentRate(
  fixedAmount: FixedAmount,
  source: FiatCurrency,
  target: FiatCurrency,
  { premiumSpread, agreement, atMs }: PriceTerms & { readonly premiumSpread: Decimal },
): Promise<CrossRampPrice> {
  const mid = await rateSourceFor(stage()).midRate(source, target, atMs);
  const input = { ...fixedAmount, source, target, fixedFee: fixedFeeFor(source) };
  const price = priceCrossRamp(input, crossRampRate(mid, premiumSpread));
  if (price === undefined) throw outOfRange(agreement, fixedAmount.amount.currency);
  return price;
}

/**
 * Prices a cross-ramp whose first leg is locked, with the second one at the current rate.
 * @throws Problem when the amount leaves nothing after the fee; RateUnavailable
 */
export async function priceFromLockedLeg(
  leg: RampQuote,
  target: FiatCurrency,
  { agreement, atMs }: PriceTerms,
): Promise<CrossRampPrice> {
  const { fiatAmount: amount, cryptoAmount } = leg.price;
  const mid = await rateSourceFor(stage()).midRate(cryptoAmount.currency, target, atMs);
  const { currency: source } = amount;
  const input = { side: 'source', amount, source, target, fixedFee: fixedFeeFor(source) } as const;
  const price = priceCrossRamp(input, ratesFromLeg(leg.price, mid));
  if (price === undefined) throw outOfRange(agreement, source);
  return price;
}

function outOfRange({ ranges }: Agreement, currency: FiatCurrency): Problem {
  return fiatOutOfRange('CROSS_RAMP', { ...ranges[currency], currency });
}

/**
 * The amount that is checked against the limits: the fixed one, or, for a leg that was locked by its tokens, the source
 * amount.
 */
export interface RangeCheckedAmount {
  readonly side: FixedAmount['side'] | 'tokens';
  readonly amount: Money<FiatCurrency>;
}

/** The given amount must lie in the partner's range, and the payout in its corridor's. @throws Problem */
export function assertAmountRanges(
  fixedAmount: RangeCheckedAmount,
  price: CrossRampPrice,
  targetCountry: TargetCountry,
  agreement: Agreement,
): void {
  assertFiatRange(fixedAmount.amount, agreement.ranges[fixedAmount.amount.currency], 'CROSS_RAMP');
  assertPayoutRange(price.targetAmount, targetCountry, 'CROSS_RAMP');
}
