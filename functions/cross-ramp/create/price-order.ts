import { badRequest, invalidInput } from '#shared/api/problems';
import type { Request } from '#shared/handlers/partner-endpoint';
import type { CrossRampTerms, Quote } from '#shared/quotes/domain/quote';
import type { CurrencyPair, FixedAmount } from '#shared/quotes/domain/ramp-pricing';
import { priceAtCurrentRate, priceFromLockedLeg, readFixedAmount } from '#shared/quotes/price-cross-ramp';
import { assertNotExpired, assertUnused, requireQuote } from '#shared/quotes/usable-quote';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

/**
 * The amount that must be in the agreement's range: the fixed fiat amount. If a `CROSS_RAMP_LEG` quote fixes the token amount,
 * `side` is `tokens`, and `amount` is the source amount.
 */
interface RangeCheckedAmount {
  readonly side: FixedAmount['side'] | 'tokens';
  readonly amount: FixedAmount['amount'];
}

/**
 * Returns the currencies of a request. With a quote, the currencies are the quote's, and the body must not contradict them.
 * @throws Problem with the missing or different field
 */
export function resolveCurrencies(body: Body, quote: Quote | undefined): CurrencyPair {
  const quoted = quotedCurrencies(quote);
  assertQuotedCurrency(body.sourceCurrency, quoted.source);
  assertQuotedCurrency(body.targetCurrency, quoted.target);
  const source = quoted.source ?? body.sourceCurrency;
  const target = quoted.target ?? body.targetCurrency;
  if (source !== undefined && target !== undefined) return { source, target };
  if (body.quoteId !== undefined) requireCrossRampQuote(quote);
  const message = body.quoteId === undefined ? 'Required when there is no quoteId' : 'Required with a quote of one leg';
  const missing = { sourceCurrency: source, targetCurrency: target };
  throw invalidInput(
    Object.entries(missing).flatMap(([field, value]) => (value === undefined ? [{ field, message }] : [])),
  );
}

function assertQuotedCurrency(requested: FiatCurrency | undefined, quoted: FiatCurrency | undefined): void {
  if (requested !== undefined && quoted !== undefined && requested !== quoted)
    throw badRequest('QUOTE_MISMATCH', `Quote currency mismatch: expected ${quoted}, got ${requested}`);
}

/** Returns the currencies of a quote: only the source for a `CROSS_RAMP_LEG`, none for quotes that are not for cross-ramps. */
function quotedCurrencies(quote: Quote | undefined): Partial<CurrencyPair> {
  switch (quote?.kind) {
    case 'CROSS_RAMP':
      return { source: quote.price.sourceAmount.currency, target: quote.price.targetAmount.currency };
    case 'CROSS_RAMP_LEG':
      return { source: quote.price.fiatAmount.currency };
    case 'ON_RAMP':
    case 'OFF_RAMP':
    case undefined:
      return {};
  }
}

/** Returns the caller's quote for a cross-ramp if it is neither used nor expired. @throws Problem */
export function requireUsableQuote(quote: Quote | undefined, nowMs: number): Quote {
  const found = requireCrossRampQuote(quote);
  assertNotExpired(found, nowMs);
  assertUnused(found);
  return found;
}

function requireCrossRampQuote(quote: Quote | undefined): Quote {
  const found = requireQuote(quote);
  if (quotedCurrencies(found).source === undefined)
    throw badRequest('QUOTE_KIND', 'Provided quoteId is not a CROSS_RAMP quote');
  return found;
}

/** Prices the request. With a quote, uses the quote's amounts and ignores the body's amounts. @throws Problem */
export async function priceOrder(
  { body, caller, nowMs }: CreateRequest,
  quote: Quote | undefined,
  pair: CurrencyPair,
): Promise<CrossRampTerms & { readonly fixedAmount: RangeCheckedAmount }> {
  if (quote === undefined) {
    const fixedAmount = readFixedAmount(body, pair);
    const { premiumSpread } = body;
    return { fixedAmount, ...(await priceAtCurrentRate({ ...fixedAmount, ...pair, premiumSpread }, caller, nowMs)) };
  }
  const { premiumSpread, warnings } = quote;
  if (quote.kind === 'CROSS_RAMP') {
    const { price, fixedSide: side } = quote;
    const amount = side === 'source' ? price.sourceAmount : price.targetAmount;
    return { fixedAmount: { side, amount }, price, premiumSpread, warnings };
  }
  const price = await priceFromLockedLeg(quote, pair.target, { agreement: caller.agreement, atMs: nowMs });
  const side = quote.fixedSide === 'fiat' ? 'source' : 'tokens';
  return { fixedAmount: { side, amount: price.sourceAmount }, price, premiumSpread, warnings };
}
