import { badRequest, invalidInput, Problem } from '#shared/api/problems';
import { stage } from '#shared/config/environment';
import type { CrossRampPrice } from '#shared/domain/cross-ramp/pricing';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Decimal } from '#shared/domain/money/decimal';
import type { Caller } from '#shared/domain/partners/partner';
import type { Quote } from '#shared/domain/quotes/quote';
import { premiumWarnings, type WarningCode } from '#shared/domain/quotes/warning';
import type { RampQuote } from '#shared/domain/ramp/quote';
import type { Request } from '#shared/http/edge';
import { givenPremium } from '#shared/operations/given-amount';
import { givenAmount, priceAt, priceByLeg, type RangedAmount } from '#shared/operations/price-cross-ramp';
import { orQuoteFailure } from '#shared/operations/quote-failure';
import type { contract } from './contract';

type Body = Request<typeof contract>['body'];

/** What a cross-ramp is priced by: the locked quote, or the rate of this instant. */
export interface Priced {
  readonly given: RangedAmount;
  readonly price: CrossRampPrice;
  readonly premium: Decimal;
  readonly warnings: readonly WarningCode[];
}

/** The currencies of a request: the quote's where there is one. @throws Problem naming what is missing */
export function currenciesOf(
  body: Body,
  quote: Quote | undefined,
): { source: FiatCurrency; target: FiatCurrency } {
  const quoted = quotedCurrencies(quote);
  const source = quoted.source ?? body.sourceCurrency;
  const target = quoted.target ?? body.targetCurrency;
  if (source !== undefined && target !== undefined) return { source, target };
  if (body.quoteId !== undefined && quoted.source === undefined) throw unusableQuote(quote);
  const message =
    body.quoteId === undefined ? 'Required when there is no quoteId' : 'Required with a quote of one leg';
  const missing = { sourceCurrency: source, targetCurrency: target };
  throw invalidInput(
    Object.entries(missing).flatMap(([field, value]) => (value === undefined ? [{ field, message }] : [])),
  );
}

/** A leg knows the source alone; quotes of other kinds are not for cross-ramps at all. */
function quotedCurrencies(quote: Quote | undefined): { source?: FiatCurrency; target?: FiatCurrency } {
  switch (quote?.kind) {
    case 'CROSS_RAMP':
      return { source: quote.price.sourceAmount.currency, target: quote.price.targetAmount.currency };
    case 'CROSS_RAMP_LEG':
      return { source: quote.price.fiatAmount.currency };
    default:
      return {};
  }
}

function unusableQuote(quote: Quote | undefined): Problem {
  return badRequest(quote === undefined ? 'Quote not found' : 'Provided quoteId is not a CROSS_RAMP quote');
}

/** Currencies in the body must be the quote's, where there is one. @throws Problem */
export function checkQuotedCurrencies(body: Body, quote: Quote | undefined): void {
  const { source, target } = quotedCurrencies(quote);
  if (source !== undefined) checkMatch(body.sourceCurrency, source);
  if (target !== undefined) checkMatch(body.targetCurrency, target);
}

/** The caller's quote, for a cross-ramp, unspent and alive. @throws Problem */
export function checkedQuote(quote: Quote | undefined, nowMs: number): Quote {
  const { source } = quotedCurrencies(quote);
  if (quote === undefined || source === undefined) throw unusableQuote(quote);
  if (quote.expiresAtMs <= nowMs) throw new Problem('QUOTE_EXPIRED', 'Quote has expired');
  if (quote.usedBy !== undefined) throw badRequest('Quote has already been used');
  return quote;
}

function checkMatch(given: FiatCurrency | undefined, quoted: FiatCurrency): void {
  if (given !== undefined && given !== quoted)
    throw badRequest(`Quote currency mismatch: expected ${quoted}, got ${given}`);
}

/** Prices the request. With a quote its amounts count and the body's are ignored. @throws Problem */
export async function priced(
  body: Body,
  quote: Quote | undefined,
  caller: Caller,
  nowMs: number,
): Promise<Priced> {
  const { source, target } = currenciesOf(body, quote);
  if (quote?.kind === 'CROSS_RAMP') {
    const { price, givenSide: side, premiumSpread: premium, warnings } = quote;
    return {
      given: { side, amount: side === 'source' ? price.sourceAmount : price.targetAmount },
      price,
      premium,
      warnings,
    };
  }
  const terms = { agreement: caller.agreement, atMs: nowMs };
  if (quote !== undefined) {
    const price = await orQuoteFailure(priceByLeg(quote, target, terms));
    const { premiumSpread: premium, warnings } = quote;
    return { given: givenOfLeg(quote), price, premium, warnings };
  }
  const given = givenAmount(body, source, target);
  const premium = givenPremium(body.premiumSpread, caller.agreement);
  const price = await orQuoteFailure(priceAt(given, source, target, { ...terms, premium }));
  return { given, price, premium, warnings: premiumWarnings(premium, stage()) };
}

function givenOfLeg({ givenSide, price }: RampQuote): RangedAmount {
  return { side: givenSide === 'fiat' ? 'source' : 'tokens', amount: price.fiatAmount };
}
