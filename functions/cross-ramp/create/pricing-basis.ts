import { badRequest, invalidInput, Problem } from '#shared/api/problems';
import type { CrossRampPrice } from '#shared/domain/cross-ramp/pricing';
import type { CrossRampQuote } from '#shared/domain/cross-ramp/quote';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Decimal } from '#shared/domain/money/decimal';
import type { Caller } from '#shared/domain/partners/partner';
import type { Request } from '#shared/http/edge';
import { type GivenAmount, givenAmount, givenPremium, priceAt } from '#shared/operations/price-cross-ramp';
import { orQuoteFailure } from '#shared/operations/quote-failure';
import type { contract } from './contract';

type Body = Request<typeof contract>['body'];

/** What a cross-ramp is priced by: the locked quote, or the rate of this instant. */
export interface Priced {
  readonly given: GivenAmount;
  readonly price: CrossRampPrice;
  readonly premium: Decimal;
}

/** The currencies of a request: the quote's where there is one. @throws Problem naming what is missing */
export function currenciesOf(
  body: Body,
  quote: CrossRampQuote | undefined,
): { source: FiatCurrency; target: FiatCurrency } {
  const source = quote?.price.sourceAmount.currency ?? body.sourceCurrency;
  const target = quote?.price.targetAmount.currency ?? body.targetCurrency;
  if (source !== undefined && target !== undefined) return { source, target };
  if (body.quoteId !== undefined) throw badRequest('Quote not found');
  const missing = { sourceCurrency: source, targetCurrency: target };
  throw invalidInput(
    Object.entries(missing).flatMap(([field, value]) =>
      value === undefined ? [{ field, message: 'Required when there is no quoteId' }] : [],
    ),
  );
}

/** The caller's quote, unspent and alive. @throws Problem */
export function checkedQuote(body: Body, quote: CrossRampQuote | undefined, nowMs: number): CrossRampQuote {
  if (quote === undefined) throw badRequest('Quote not found');
  checkMatch(body.sourceCurrency, quote.price.sourceAmount.currency);
  checkMatch(body.targetCurrency, quote.price.targetAmount.currency);
  if (quote.expiresAtMs <= nowMs) throw new Problem('QUOTE_EXPIRED', 'Quote has expired');
  if (quote.usedBy !== undefined) throw quoteUsed();
  return quote;
}

function checkMatch(given: FiatCurrency | undefined, quoted: FiatCurrency): void {
  if (given !== undefined && given !== quoted)
    throw badRequest(`Quote currency mismatch: expected ${quoted}, got ${given}`);
}

export function quoteUsed(): Problem {
  return badRequest('Quote has already been used');
}

/** Prices the request. With a quote its amounts count and the body's are ignored. @throws Problem */
export async function priced(
  body: Body,
  quote: CrossRampQuote | undefined,
  caller: Caller,
  nowMs: number,
): Promise<Priced> {
  if (quote !== undefined) {
    const { price, givenSide: side, premiumSpread: premium } = quote;
    return {
      given: { side, amount: side === 'source' ? price.sourceAmount : price.targetAmount },
      price,
      premium,
    };
  }
  const { source, target } = currenciesOf(body, undefined);
  const given = givenAmount(body, source, target);
  const premium = givenPremium(body.premiumSpread, caller.agreement);
  const price = await orQuoteFailure(
    priceAt(given, source, target, { premium, agreement: caller.agreement, atMs: nowMs }),
  );
  return { given, price, premium };
}
