import { quoteNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { Quote } from './domain/quote';
import { findQuote } from './repository';

/** Reads the caller's own quote; another partner's is as unknown as one that is not there. @throws Problem */
export async function readOwnQuote(quoteId: string, caller: Caller): Promise<Quote> {
  const quote = await findQuote(quoteId);
  if (quote?.partnerId !== caller.partnerId) throw quoteNotFound();
  return quote;
}
