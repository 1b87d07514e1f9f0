/** Conditions on a quote for a transaction to be made from it. Each is checked here alone. */
import { namedQuoteNotFound, quoteExpired, quoteUsed } from '#shared/api/problems';
import type { Quote } from './domain/quote';

/** @throws Problem where the caller has no such quote */
export function requireQuote(quote: Quote | undefined): Quote {
  if (quote === undefined) throw namedQuoteNotFound();
  return quote;
}

/** @throws Problem where its time is over */
export function assertNotExpired({ expiresAtMs }: Quote, nowMs: number): void {
  if (expiresAtMs <= nowMs) throw quoteExpired();
}

/** @throws Problem where another transaction was made from it */
export function assertUnused({ usedBy }: Quote): void {
  if (usedBy !== undefined) throw quoteUsed(usedBy);
}
