import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import type { RampQuote } from '#shared/quotes/domain/quote';
import { newLock } from '#shared/quotes/lock';
import { priceRequest, readAmountToLock } from '#shared/quotes/price-ramp';
import { saveQuote } from '#shared/quotes/repository';
import { toRampQuoteResponse } from '#shared/quotes/response';
import { contract } from './contract';

/** Locks the current rate for one transaction of the calling partner. */
const lockQuote = idempotent({ contract }, async ({ caller, body, nowMs }, record) => {
  const terms = await priceRequest(body, readAmountToLock, { caller, nowMs });
  const quote: RampQuote = { ...terms, ...newLock(caller, nowMs), country: body.country, rail: body.rail };
  const { writes, reply } = await record(toRampQuoteResponse(quote));
  await saveQuote(quote, writes);
  return reply;
});

export const handler = partnerEndpoint(contract, lockQuote);
