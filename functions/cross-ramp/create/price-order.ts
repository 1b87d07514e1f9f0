import { badRequest, invalidInput } from '#shared/api/problems';
import type { Request } from '#shared/http/partner-endpoint';
import type { Caller } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
import {
  priceAtCurrentRate,
  priceFromLockedLeg,
  type RangeCheckedAmount,
  readFixedAmount,
} from '#shared/quotes/cross-ramp/price-cross-ramp';
import type { CrossRampPrice } from '#shared/quotes/domain/cross-ramp-pricing';
import type { Quote } from '#shared/quotes/domain/quote';
import { premiumWarnings, type WarningCode } from '#shared/quotes/domain/warning';
import { toQuoteProblem } from '#shared/quotes/quote-problem';
import { parsePremiumSpread } from '#shared/quotes/requested-amount';
import { assertNotExpired, assertUnused, requireQuote } from '#shared/quotes/usable-quote';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { Decimal } from '#shared/values/money/decimal';
import type { contract } from './contract';

type Body = Request<typeof contract>['body'];

/** What a cross-ramp is priced by: the locked quote, or the current rate. */
export interface PricedOrder {
  readonly fixedAmount: RangeCheckedAmount;
  readonly price: CrossRampPrice;
  readonly premiumSpread: Decimal;
  readonly warnings: readonly WarningCode[];
}

/** The currencies of a request: the quote's where there is one. @throws Problem naming what is missing */
export function resolveCurrencies(
  body: Body,
  quote: Quote | undefined,
): { source: FiatCurrency; target: FiatCurrency } {
  const quoted = quotedCurrencies(quote);
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

/** The quote of a leg has only the source currency; quotes of other kinds cannot be used for cross-ramps. */
function quotedCurrencies(quote: Quote | undefined): { source?: FiatCurrency; target?: FiatCurrency } {
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

/** Currencies in the body must be the quote's, where there is one. @throws Problem */
export function assertQuotedCurrencies(body: Body, quote: Quote | undefined): void {
  const { source, target } = quotedCurrencies(quote);
  if (source !== undefined) assertQuotedCurrency(body.sourceCurrency, source);
  if (target !== undefined) assertQuotedCurrency(body.targetCurrency, target);
}

/** The caller's quote for a cross-ramp, not used and not expired. @throws Problem */
export function requireUsableQuote(quote: Quote | undefined, nowMs: number): Quote {
  const found = requireCrossRampQuote(quote);
  assertNotExpired(found, nowMs);
  assertUnused(found);
  return found;
}

function requireCrossRampQuote(quote: Quote | undefined): Quote {
  const found = requireQuote(quote);
  if (quotedCurrencies(found).source === undefined) throw badRequest('Provided quoteId is not a CROSS_RAMP quote');
  return found;
}

function assertQuotedCurrency(requested: FiatCurrency | undefined, quoted: FiatCurrency): void {
  if (requested !== undefined && requested !== quoted)
    throw badRequest(`Quote currency mismatch: expected ${quoted}, got ${requested}`);
}

/** Prices the request. With a quote its amounts count and the body's are ignored. @throws Problem */
export async function priceOrder(
  body: Body,
  quote: Quote | undefined,
  caller: Caller,
  nowMs: number,
): Promise<PricedOrder> {
  const { source, target } = resolveCurrencies(body, quote);
  if (quote?.kind === 'CROSS_RAMP') {
    const { price, fixedSide: side, premiumSpread, warnings } = quote;
    const amount = side === 'source' ? price.sourceAmount : price.targetAmount;
    return { fixedAmount: { side, amount }, price, premiumSpread, warnings };
  }
  const terms = { agreement: caller.agreement, atMs: nowMs };
  if (quote !== undefined) {
    const { premiumSpread, warnings, fixedSide } = quote;
    const side = fixedSide === 'fiat' ? 'source' : 'tokens';
    const price = await toQuoteProblem(priceFromLockedLeg(quote, target, terms));
    return { fixedAmount: { side, amount: price.sourceAmount }, price, premiumSpread, warnings };
  }
  const fixedAmount = readFixedAmount(body, source, target);
  const premiumSpread = parsePremiumSpread(body.premiumSpread, caller.agreement);
  const price = await toQuoteProblem(priceAtCurrentRate(fixedAmount, source, target, { ...terms, premiumSpread }));
  return { fixedAmount, price, premiumSpread, warnings: premiumWarnings(premiumSpread, stage()) };
}
