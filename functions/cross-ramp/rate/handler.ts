import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import { assertCurrencyPair, priceAtCurrentRate, readFixedAmount } from '#shared/quotes/cross-ramp/price-cross-ramp';
import { toCrossRampRateResponse } from '#shared/quotes/cross-ramp/response';
import { premiumWarnings } from '#shared/quotes/domain/warning';
import { toQuoteProblem } from '#shared/quotes/quote-problem';
import { assertQuotable, parsePremiumSpread } from '#shared/quotes/requested-amount';
import { contract } from './contract';

/** The current rate, not locked. */
export const handler = partnerEndpoint(contract, async ({ caller, query, nowMs }) => {
  const { sourceCurrency, targetCurrency } = query;
  assertCurrencyPair(sourceCurrency, targetCurrency, caller);
  const fixedAmount = readFixedAmount(query, sourceCurrency, targetCurrency);
  assertQuotable(fixedAmount);
  const premiumSpread = parsePremiumSpread(query.premiumSpread, caller.agreement);
  const terms = { premiumSpread, agreement: caller.agreement, atMs: nowMs };
  const price = await toQuoteProblem(priceAtCurrentRate(fixedAmount, sourceCurrency, targetCurrency, terms));
  const warnings = premiumWarnings(premiumSpread, stage());
  return { data: toCrossRampRateResponse({ price, premiumSpread, warnings }) };
});
