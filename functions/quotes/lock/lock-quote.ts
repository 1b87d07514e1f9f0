import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { wholeNumber } from '#shared/platform/config/environment';
import type { RampQuote } from '#shared/quotes/domain/ramp-quote';
import { quoteKindFor } from '#shared/quotes/fields';
import { toQuoteProblem } from '#shared/quotes/quote-problem';
import { assertPairEnabled, priceRampTerms, readAmountToLock } from '#shared/quotes/ramp/price-ramp';
import { saveQuote } from '#shared/quotes/repository';
import { assertQuotable } from '#shared/quotes/requested-amount';
import { toRampQuoteResponse } from '#shared/quotes/response';
import { newId } from '#shared/values/ids';
import { contract } from './contract';

/** Locks the current rate for one transaction of the calling partner. */
export const lockQuote = idempotent({ contract }, async ({ caller, body, nowMs }, record) => {
  const { fiatCurrency: fiat, tokenSymbol: token, blockchainSymbol: blockchain } = body;
  const { premiumSpread, forwardingDays } = body;
  const pair = { fiat, token, blockchain };
  assertPairEnabled(pair, caller);
  const kind = quoteKindFor(body.transactionType);
  const fixedAmount = readAmountToLock(kind, body, pair);
  assertQuotable(fixedAmount);
  const request = { ...pair, kind, fixedAmount, premiumSpread, forwardingDays };
  const terms = await toQuoteProblem(priceRampTerms(request, caller, nowMs));
  const lifeMs = (caller.agreement.quoteTtlS ?? wholeNumber('QUOTE_TTL_S')) * 1000;
  const quote: RampQuote = {
    ...terms,
    id: newId(nowMs),
    partnerId: caller.partnerId,
    country: body.country,
    rail: body.rail,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + lifeMs,
    usedBy: undefined,
  };
  const response = await record(toRampQuoteResponse(quote));
  await saveQuote(quote, response.writes);
  return response.reply;
});
