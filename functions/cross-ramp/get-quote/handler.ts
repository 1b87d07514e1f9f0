import { quoteNotFound } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { toCrossRampQuoteDetailResponse } from '#shared/quotes/response';
import { readOwnQuote } from '#shared/quotes/usable-quote';
import { contract } from './contract';

/** Returns a cross-ramp quote. For a quote between a fiat currency and a token, returns "not found". */
export const handler = partnerEndpoint(contract, async ({ caller, params }) => {
  const quote = await readOwnQuote(params.id, caller);
  if (quote.kind !== 'CROSS_RAMP') throw quoteNotFound();
  return { data: toCrossRampQuoteDetailResponse(quote) };
});
