import type { ResponseData } from '#shared/api/response-schemas';
import { toIsoTime } from '#shared/values/iso-time';
import { toCrossRampRateResponse } from './cross-ramp/response';
import type { CrossRampQuote } from './domain/cross-ramp-quote';
import type { RampQuote } from './domain/ramp-quote';
import { toRampRateResponse } from './ramp/response';

/** A locked price between a fiat currency and a token, as its lock answers it. */
export function toRampQuoteResponse(quote: RampQuote): ResponseData<'RampQuote'> {
  return { quoteId: quote.id, ...toRampRateResponse(quote), expiresAt: toIsoTime(quote.expiresAtMs) };
}

/** A locked cross-ramp price, as its lock answers it. */
export function toCrossRampQuoteResponse(quote: CrossRampQuote): ResponseData<'CrossRampQuote'> {
  return { quoteId: quote.id, ...toCrossRampRateResponse(quote), expiresAt: toIsoTime(quote.expiresAtMs) };
}

/** A quote with the transaction that has used it. */
export function toRampQuoteDetailResponse(quote: RampQuote): ResponseData<'RampQuoteDetail'> {
  return { ...toRampQuoteResponse(quote), usedBy: quote.usedBy ?? null };
}

/** The same of a cross-ramp quote. */
export function toCrossRampQuoteDetailResponse(quote: CrossRampQuote): ResponseData<'CrossRampQuoteDetail'> {
  return { ...toCrossRampQuoteResponse(quote), usedBy: quote.usedBy ?? null };
}
