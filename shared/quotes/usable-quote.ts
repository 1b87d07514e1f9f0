/** Checks that the caller owns a quote and that a transaction can use the quote. */
import { namedQuoteNotFound, quoteExpired, quoteNotFound, quoteUsed } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { Quote } from './domain/quote';
import { findQuote } from './repository';

/** @throws Problem if the quote does not exist for the caller */
export function requireQuote(quote: Quote | undefined): Quote {
  if (quote === undefined) throw namedQuoteNotFound();
  return quote;
}

/** @throws Problem if the quote is expired */
export function assertNotExpired({ expiresAtMs }: Quote, nowMs: number): void {
  if (expiresAtMs <= nowMs) throw quoteExpired();
}

/** @throws Problem if another transaction has used the quote */
export function assertUnused({ usedBy }: Quote): void {
  if (usedBy !== undefined) throw quoteUsed(usedBy);
}

/** Reads a quote of the caller. A quote of another partner is treated as unknown. @throws Problem */
export async function readOwnQuote(quoteId: string, caller: Caller): Promise<Quote> {
  const quote = await findQuote(quoteId);
  if (quote?.partnerId !== caller.partnerId) throw quoteNotFound();
  return quote;
}
