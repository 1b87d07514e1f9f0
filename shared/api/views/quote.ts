import type { Shape } from '#shared/api/shapes';
import { priceView } from '#shared/api/views/price';
import { rampTermsView } from '#shared/api/views/ramp-terms';
import { iso } from '#shared/api/views/time';
import type { CrossRampQuote } from '#shared/domain/cross-ramp/quote';
import type { RampQuote } from '#shared/domain/ramp/quote';

/** A locked price between a fiat currency and a token, as its lock answers it. */
export function rampQuoteView(quote: RampQuote): Shape<'RampQuote'> {
  return { quoteId: quote.id, ...rampTermsView(quote), expiresAt: iso(quote.expiresAtMs) };
}

/** A locked cross-ramp price, as its lock answers it. */
export function crossRampQuoteView(quote: CrossRampQuote): Shape<'CrossRampQuote'> {
  return { quoteId: quote.id, ...priceView(quote), expiresAt: iso(quote.expiresAtMs) };
}

/** A quote as it stands: with the transaction that has used it. */
export function rampQuoteDetailView(quote: RampQuote): Shape<'RampQuoteDetail'> {
  return { ...rampQuoteView(quote), usedBy: quote.usedBy ?? null };
}

/** The same of a cross-ramp quote. */
export function crossRampQuoteDetailView(quote: CrossRampQuote): Shape<'CrossRampQuoteDetail'> {
  return { ...crossRampQuoteView(quote), usedBy: quote.usedBy ?? null };
}
