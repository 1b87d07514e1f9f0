import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { stage, wholeNumber } from '#shared/platform/config/environment';
import { assertCurrencyPair, priceAtCurrentRate, readFixedAmount } from '#shared/quotes/cross-ramp/price-cross-ramp';
import { premiumWarnings } from '#shared/quotes/domain/warning';
import { toQuoteProblem } from '#shared/quotes/quote-problem';
import { saveQuote } from '#shared/quotes/repository';
import { assertQuotable, parsePremiumSpread } from '#shared/quotes/requested-amount';
import { toCrossRampQuoteResponse } from '#shared/quotes/response';
import { newId } from '#shared/values/ids';
import { contract } from './contract';

/** Locks the current rate for one transaction of the calling partner. */
export const lockQuote = idempotent({ contract }, async ({ caller, body, nowMs }, record) => {
  const { sourceCurrency, targetCurrency } = body;
  assertCurrencyPair(sourceCurrency, targetCurrency, caller);
  const fixedAmount = readFixedAmount(body, sourceCurrency, targetCurrency);
  assertQuotable(fixedAmount);
  const premiumSpread = parsePremiumSpread(body.premiumSpread, caller.agreement);
  const terms = { premiumSpread, agreement: caller.agreement, atMs: nowMs };
  const price = await toQuoteProblem(priceAtCurrentRate(fixedAmount, sourceCurrency, targetCurrency, terms));
  const lifeMs = (caller.agreement.quoteTtlS ?? wholeNumber('QUOTE_TTL_S')) * 1000;
  const quote = {
    kind: 'CROSS_RAMP' as const,
    id: newId(nowMs),
    partnerId: caller.partnerId,
    price,
    premiumSpread,
    warnings: premiumWarnings(premiumSpread, stage()),
    fixedSide: fixedAmount.side,
    targetCountry: body.targetCountry,
    targetRail: body.targetRail ?? ('LOCAL' as const),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + lifeMs,
    usedBy: undefined,
  };
  const response = await record(toCrossRampQuoteResponse(quote));
  await saveQuote(quote, response.writes);
  return response.reply;
});
