/** Conditions on a quote: whose it is, and whether a transaction can be made from it. Each is checked here alone. */
import { namedQuoteNotFound, quoteExpired, quoteNotFound, quoteUsed } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { Quote } from './domain/quote';
import { findQuote } from './repository';

/** @throws Problem if the caller has no such quote */
export function requireQuote(quote: Quote | undefined): Quote {
  if (quote === undefined) throw namedQuoteNotFound();
  return quote;
}

/** @throws Problem if its time is over */
export function assertNotExpired({ expiresAtMs }: Quote, nowMs: number): void {
  if (expiresAtMs <= nowMs) throw quoteExpired();
}

/** @throws Problem if another transaction was made from it */
export function assertUnused({ usedBy }: Quote): void {
  if (usedBy !== undefined) throw quoteUsed(usedBy);
}

/** Reads the caller's own quote; another partner's is as unknown as one that is not there. @throws Problem */
export async function readOwnQuote(quoteId: string, caller: Caller): Promise<Quote> {
  const quote = await findQuote(quoteId);
  if (quote?.partnerId !== caller.partnerId) throw quoteNotFound();
  return quote;
}
