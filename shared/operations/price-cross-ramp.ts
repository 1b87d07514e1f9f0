import { invalidInput, Problem } from '#shared/api/problems';
import { stage } from '#shared/config/environment';
import type { TargetCountry } from '#shared/domain/banks/countries';
import {
  type CrossRampPrice,
  fixedFeeOf,
  priceCrossRamp,
  priceFromLeg,
} from '#shared/domain/cross-ramp/pricing';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Decimal } from '#shared/domain/money/decimal';
import type { Money } from '#shared/domain/money/money';
import type { Agreement, Caller } from '#shared/domain/partners/partner';
import type { RampQuote } from '#shared/domain/ramp/quote';
import { sandboxRuleOf } from '#shared/domain/sandbox/amounts';
import { checkPayoutRange } from '#shared/operations/corridor-rules';
import { checkFiatRange, fiatOutOfRange } from '#shared/operations/fiat-range';
import { readAmount } from '#shared/operations/given-amount';
import { rateSourceOf } from '#shared/providers/rates/rate-source';

/** The one amount that a caller gave, and for which side. */
export interface GivenAmount {
  readonly side: 'source' | 'target';
  readonly amount: Money<FiatCurrency>;
}

interface Amounts {
  readonly sourceAmount?: number | undefined;
  readonly targetAmount?: number | undefined;
}

/** The given amount. @throws Problem naming what is wrong when it is not exactly one positive amount of its currency. */
export function givenAmount(amounts: Amounts, source: FiatCurrency, target: FiatCurrency): GivenAmount {
  const { sourceAmount, targetAmount } = amounts;
  if ((sourceAmount === undefined) === (targetAmount === undefined)) {
    const message = 'Provide exactly one of sourceAmount and targetAmount';
    throw invalidInput([
      { field: 'sourceAmount', message },
      { field: 'targetAmount', message },
    ]);
  }
  const side = sourceAmount === undefined ? 'target' : 'source';
  const amount = readAmount(
    `${side}Amount`,
    sourceAmount ?? targetAmount ?? 0,
    side === 'source' ? source : target,
  );
  return { side, amount };
}

/** Both currencies must be different and enabled for the partner. @throws Problem */
export function checkCurrencies(source: FiatCurrency, target: FiatCurrency, caller: Caller): void {
  if (source === target) throw new Problem('BAD_REQUEST', 'Source and target currencies must differ');
  const enabled = caller.agreement.fiatCurrencies;
  if (!enabled.includes(source) || !enabled.includes(target)) {
    throw new Problem('BAD_REQUEST', 'Requested fiat currency is invalid or inactive');
  }
}

/**
 * Prices a cross-ramp at the rate of this instant.
 * @throws Problem when the amount leaves nothing after the fee; RateUnavailable
 */
export async function priceAt(
  given: GivenAmount,
  source: FiatCurrency,
  target: FiatCurrency,
  terms: { readonly premium: Decimal; readonly agreement: Agreement; readonly atMs: number },
): Promise<CrossRampPrice> {
  const mid = await rateSourceOf(stage()).midRate(source, target, terms.atMs);
  const price = priceCrossRamp({
    ...given,
    source,
    target,
    mid,
    premium: terms.premium,
    fixedFee: fixedFeeOf(source),
  });
  if (price === undefined)
    throw fiatOutOfRange(terms.agreement.ranges[given.amount.currency], given.amount.currency, 'CROSS_RAMP');
  return price;
}

/**
 * Prices a cross-ramp whose first leg is locked, with the second one at the rate of this instant.
 * @throws Problem when the amount leaves nothing after the fee; RateUnavailable
 */
export async function priceByLeg(
  leg: RampQuote,
  target: FiatCurrency,
  terms: { readonly agreement: Agreement; readonly atMs: number },
): Promise<CrossRampPrice> {
  const { fiatAmount, cryptoAmount } = leg.price;
  const mid = await rateSourceOf(stage()).midRate(cryptoAmount.currency, target, terms.atMs);
  const price = priceFromLeg(leg.price, { target, mid, fixedFee: fixedFeeOf(fiatAmount.currency) });
  if (price === undefined) {
    throw fiatOutOfRange(terms.agreement.ranges[fiatAmount.currency], fiatAmount.currency, 'CROSS_RAMP');
  }
  return price;
}

/**
 * The amount that ranges are checked on: the given one, or, of a leg that was locked by its tokens, the source
 * amount that followed.
 */
export interface RangedAmount {
  readonly side: GivenAmount['side'] | 'tokens';
  readonly amount: Money<FiatCurrency>;
}

/** Whether an amount is a sandbox amount: given as the source, in the sandbox. */
export function isSandboxAmount(given: RangedAmount): boolean {
  return (
    stage() === 'sandbox' &&
    given.side === 'source' &&
    sandboxRuleOf('CROSS_RAMP', given.amount) !== undefined
  );
}

/** The given amount must lie in the partner's range, and the payout in its corridor's. @throws Problem */
export function checkRanges(
  given: RangedAmount,
  price: CrossRampPrice,
  targetCountry: TargetCountry,
  agreement: Agreement,
): void {
  if (isSandboxAmount(given)) return;
  checkFiatRange(given.amount, agreement.ranges[given.amount.currency], 'CROSS_RAMP');
  checkPayoutRange(price.targetAmount, targetCountry, 'CROSS_RAMP');
}
