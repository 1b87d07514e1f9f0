import { quoteKindOf } from '#shared/api/quote-fields';
import { rampQuoteView } from '#shared/api/views/quote';
import { wholeNumber } from '#shared/config/environment';
import { saveQuote } from '#shared/data/quotes';
import { newId } from '#shared/domain/ids';
import type { RampQuote } from '#shared/domain/ramp/quote';
import { answerOnce } from '#shared/operations/answer-once';
import { checkQuotable } from '#shared/operations/given-amount';
import { amountToLock, checkPair, rampTerms } from '#shared/operations/price-ramp';
import { orQuoteFailure } from '#shared/operations/quote-failure';
import { contract } from './contract';

/** Locks the rate of this instant for one transaction of the calling partner. */
export const lockQuote = answerOnce({ contract }, async ({ caller, body, nowMs }, record) => {
  const { fiatCurrency: fiat, tokenSymbol: token, blockchainSymbol: blockchain } = body;
  const { premiumSpread, forwardingDays } = body;
  const pair = { fiat, token, blockchain };
  checkPair(pair, caller);
  const kind = quoteKindOf(body.transactionType);
  const given = amountToLock(kind, body, pair);
  checkQuotable(given);
  const request = { ...pair, kind, given, premiumSpread, forwardingDays };
  const terms = await orQuoteFailure(rampTerms(request, caller, nowMs));
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
  const answer = await record(rampQuoteView(quote));
  await saveQuote(quote, answer.writes);
  return answer.reply;
});
