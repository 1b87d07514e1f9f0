import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import type { CrossRampQuote } from '#shared/quotes/domain/quote';
import { newLock } from '#shared/quotes/lock';
import { priceRequest } from '#shared/quotes/price-cross-ramp';
import { saveQuote } from '#shared/quotes/repository';
import { toCrossRampQuoteResponse } from '#shared/quotes/response';
import { contract } from './contract';

/** Locks the current rate for one transaction of the calling partner. */
const lockQuote = idempotent({ contract }, async ({ caller, body, nowMs }, record) => {
  const quote: CrossRampQuote = {
    kind: 'CROSS_RAMP',
    ...(await priceRequest(body, caller, nowMs)),
    ...newLock(caller, nowMs),
    targetCountry: body.targetCountry,
    targetRail: body.targetRail ?? 'LOCAL',
  };
  const { writes, reply } = await record(toCrossRampQuoteResponse(quote));
  await saveQuote(quote, writes);
  return reply;
});

export const handler = partnerEndpoint(contract, lockQuote);
