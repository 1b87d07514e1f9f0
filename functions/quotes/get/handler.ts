import { quoteNotFound } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { toRampQuoteDetailResponse } from '#shared/quotes/response';
import { readOwnQuote } from '#shared/quotes/usable-quote';
import { contract } from './contract';

/** A quote between a fiat currency and a token. A quote between two fiat currencies is unknown here. */
export const handler = partnerEndpoint(contract, async ({ caller, params }) => {
  const quote = await readOwnQuote(params.id, caller);
  if (quote.kind === 'CROSS_RAMP') throw quoteNotFound();
  return { data: toRampQuoteDetailResponse(quote) };
});
