import type { Agreement, Caller } from '#shared/partners/domain/partner';
import { wholeNumber } from '#shared/platform/config/environment';
import { newId } from '#shared/values/ids';

/** Returns the lifetime of a locked price, in seconds. */
export function quoteLifeS({ quoteTtlS }: Agreement): number {
  return quoteTtlS ?? wholeNumber('QUOTE_TTL_S');
}

/** Builds the fields that a quote has in addition to its price: id, partner, times and use. */
export function newLock(caller: Caller, nowMs: number) {
  const expiresAtMs = nowMs + quoteLifeS(caller.agreement) * 1000;
  return { id: newId(nowMs), partnerId: caller.partnerId, createdAtMs: nowMs, expiresAtMs, usedBy: undefined };
}
