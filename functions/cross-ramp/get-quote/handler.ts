import { quoteNotFound } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { toCrossRampQuoteDetailResponse } from '#shared/quotes/response';
import { readOwnQuote } from '#shared/quotes/usable-quote';
import { contract } from './contract';

/** Returns a cross-ramp quote. Quotes between a fiat currency and a token are unknown to this endpoint. */
export const handler = partnerEndpoint(contract, async ({ caller, params }) => {
  const quote = await readOwnQuote(params.id, caller);
  if (quote.kind !== 'CROSS_RAMP') throw quoteNotFound();
  return { data: toCrossRampQuoteDetailResponse(quote) };
});
