import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { quoteKindFor } from '#shared/quotes/fields';
import { toQuoteProblem } from '#shared/quotes/quote-problem';
import { assertPairEnabled, priceRampTerms, readFixedRampAmount } from '#shared/quotes/ramp/price-ramp';
import { toRampRateResponse } from '#shared/quotes/ramp/response';
import { assertQuotable } from '#shared/quotes/requested-amount';
import { contract } from './contract';

/** The current rate for either amount, not locked. */
export const handler = partnerEndpoint(contract, async ({ caller, query, nowMs }) => {
  const { fiatCurrency: fiat, tokenSymbol: token, blockchainSymbol: blockchain } = query;
  const { premiumSpread, forwardingDays } = query;
  const pair = { fiat, token, blockchain };
  assertPairEnabled(pair, caller);
  const fixedAmount = readFixedRampAmount(query, pair);
  assertQuotable(fixedAmount);
  const kind = quoteKindFor(query.transactionType);
  const request = { ...pair, kind, fixedAmount, premiumSpread, forwardingDays };
  return { data: toRampRateResponse(await toQuoteProblem(priceRampTerms(request, caller, nowMs))) };
});
