import { quoteNotFound } from '#shared/api/problems';
import { crossRampQuoteDetailView } from '#shared/api/views/quote';
import type { Operation } from '#shared/http/edge';
import { readOwnQuote } from '#shared/operations/ownership';
import type { contract } from './contract';

/** A cross-ramp quote as it stands. One between a fiat currency and a token is not to be found here. */
export const getQuote: Operation<typeof contract> = async ({ caller, params }) => {
  const quote = await readOwnQuote(params.id, caller);
  if (quote.kind !== 'CROSS_RAMP') throw quoteNotFound();
  return { data: crossRampQuoteDetailView(quote) };
};
