import { quoteNotFound } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { toRampQuoteDetailResponse } from '#shared/quotes/response';
import { readOwnQuote } from '#shared/quotes/usable-quote';
import { contract } from './contract';

/** Returns a quote between a fiat currency and a token. For a cross-ramp quote, returns "not found". */
export const handler = partnerEndpoint(contract, async ({ caller, params }) => {
  const quote = await readOwnQuote(params.id, caller);
  if (quote.kind === 'CROSS_RAMP') throw quoteNotFound();
  return { data: toRampQuoteDetailResponse(quote) };
});
