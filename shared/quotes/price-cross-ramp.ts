import { badRequest, exactlyOneField, fiatOutOfRange, sameCurrencies } from '#shared/api/problems';
import { type Agreement, type Caller, rangeFor } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { CrossRampPrice, CrossRampTerms, RampQuote, Rates } from './domain/quote';
import { type CurrencyPair, type FixedAmount, fixedFeeFor, priceCrossRamp, ratesFromLeg } from './domain/ramp-pricing';
import { crossRampRate, premiumWarnings } from './domain/rate';
import { readMidRate } from './mid-rate';
import { assertQuotable, parsePremiumSpread, parseRequestedAmount } from './requested-amount';

interface Amounts {
  readonly sourceAmount?: number | undefined;
  readonly targetAmount?: number | undefined;
  readonly premiumSpread?: number | undefined;
}

/**
 * Returns the amount of a request. @throws Problem unless the request has exactly one amount that is positive and valid for its
 * currency.
 */
export function readFixedAmount(amounts: Amounts, { source, target }: CurrencyPair): FixedAmount {
  const { sourceAmount, targetAmount } = amounts;
  if (sourceAmount !== undefined && targetAmount === undefined)
    return { side: 'source', amount: parseRequestedAmount('sourceAmount', sourceAmount, source) };
  if (targetAmount !== undefined && sourceAmount === undefined)
    return { side: 'target', amount: parseRequestedAmount('targetAmount', targetAmount, target) };
  throw exactlyOneField('sourceAmount', 'targetAmount');
}

/** Checks that both currencies are different and enabled for the partner. @throws Problem */
export function assertCurrencyPair({ source, target }: CurrencyPair, caller: Caller): void {
  if (source === target) throw sameCurrencies();
  const enabled = caller.agreement.fiatCurrencies;
  if (!enabled.includes(source) || !enabled.includes(target))
    throw badRequest('CURRENCY_DISABLED', 'Requested fiat currency is invalid or inactive');
}

/** Prices a request for a rate or a quote. @throws Problem if a rule refuses the request */
export async function priceRequest(
  request: Amounts & { readonly sourceCurrency: FiatCurrency; readonly targetCurrency: FiatCurrency },
  caller: Caller,
  nowMs: number,
): Promise<CrossRampTerms & { readonly fixedSide: FixedAmount['side'] }> {
  const pair = { source: request.sourceCurrency, target: request.targetCurrency };
  assertCurrencyPair(pair, caller);
  const fixedAmount = readFixedAmount(request, pair);
  assertQuotable(fixedAmount);
  const { premiumSpread } = request;
  const terms = await priceAtCurrentRate({ ...fixedAmount, ...pair, premiumSpread }, caller, nowMs);
  return { ...terms, fixedSide: fixedAmount.side };
}

/**
 * Prices a cross-ramp at the current rate.
 * @throws Problem if the premium is too high, no amount remains after the fee, or no rate is available
 */
export async function priceAtCurrentRate(
  input: FixedAmount & CurrencyPair & Pick<Amounts, 'premiumSpread'>,
  { agreement }: Caller,
  nowMs: number,
): Promise<CrossRampTerms> {
  const premiumSpread = parsePremiumSpread(input.premiumSpread, agreement);
  const mid = await readMidRate(input.source, input.target, nowMs);
  const price = priceWithFee(input, crossRampRate(mid, premiumSpread), agreement);
  return { price, premiumSpread, warnings: premiumWarnings(premiumSpread, stage()) };
}

/**
 * Prices a cross-ramp with a locked first leg. The second leg has the current rate.
 * @throws Problem if no amount remains after the fee, or no rate is available
 */
export async function priceFromLockedLeg(
  { price: leg }: RampQuote,
  target: FiatCurrency,
  { agreement, atMs }: { readonly agreement: Agreement; readonly atMs: number },
): Promise<CrossRampPrice> {
  const { fiatAmount: amount, cryptoAmount } = leg;
  const mid = await readMidRate(cryptoAmount.currency, target, atMs);
  return priceWithFee({ side: 'source', amount, source: amount.currency, target }, ratesFromLeg(leg, mid), agreement);
}

function priceWithFee(input: FixedAmount & CurrencyPair, rates: Rates, agreement: Agreement): CrossRampPrice {
  const price = priceCrossRamp({ ...input, fixedFee: fixedFeeFor(input.source) }, rates);
  if (price !== undefined) return price;
  const { currency } = input.amount;
  throw fiatOutOfRange('CROSS_RAMP', { ...rangeFor(agreement, currency, stage()), currency });
}
