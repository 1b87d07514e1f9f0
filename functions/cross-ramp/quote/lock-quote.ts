import { crossRampQuoteView } from '#shared/api/views/quote';
import { stage, wholeNumber } from '#shared/config/environment';
import { saveQuote } from '#shared/data/quotes';
import { newId } from '#shared/domain/ids';
import { premiumWarnings } from '#shared/domain/quotes/warning';
import { answerOnce } from '#shared/operations/answer-once';
import { checkQuotable, givenPremium } from '#shared/operations/given-amount';
import { checkCurrencies, givenAmount, priceAt } from '#shared/operations/price-cross-ramp';
import { orQuoteFailure } from '#shared/operations/quote-failure';
import { contract } from './contract';

/** Locks the rate of this instant for one transaction of the calling partner. */
export const lockQuote = answerOnce({ contract }, async ({ caller, body, nowMs }, record) => {
  const { sourceCurrency, targetCurrency } = body;
  checkCurrencies(sourceCurrency, targetCurrency, caller);
  const given = givenAmount(body, sourceCurrency, targetCurrency);
  checkQuotable(given);
  const premium = givenPremium(body.premiumSpread, caller.agreement);
  const terms = { premium, agreement: caller.agreement, atMs: nowMs };
  const price = await orQuoteFailure(priceAt(given, sourceCurrency, targetCurrency, terms));
  const lifeMs = (caller.agreement.quoteTtlS ?? wholeNumber('QUOTE_TTL_S')) * 1000;
  const quote = {
    kind: 'CROSS_RAMP' as const,
    id: newId(nowMs),
    partnerId: caller.partnerId,
    price,
    premiumSpread: premium,
    warnings: premiumWarnings(premium, stage()),
    givenSide: given.side,
    targetCountry: body.targetCountry,
    targetRail: body.targetRail ?? ('LOCAL' as const),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + lifeMs,
    usedBy: undefined,
  };
  const answer = await record(crossRampQuoteView(quote));
  await saveQuote(quote, answer.writes);
  return answer.reply;
});
