import { quoteKindOf } from '#shared/api/quote-fields';
import { rampTermsView } from '#shared/api/views/ramp-terms';
import type { Operation } from '#shared/http/edge';
import { checkQuotable } from '#shared/operations/given-amount';
import { checkPair, eitherAmount, rampTerms } from '#shared/operations/price-ramp';
import { orQuoteFailure } from '#shared/operations/quote-failure';
import type { contract } from './contract';

/** The rate of this instant for either amount, not locked. */
export const readRate: Operation<typeof contract> = async ({ caller, query, nowMs }) => {
  const { fiatCurrency: fiat, tokenSymbol: token, blockchainSymbol: blockchain } = query;
  const { premiumSpread, forwardingDays } = query;
  const pair = { fiat, token, blockchain };
  checkPair(pair, caller);
  const given = eitherAmount(query, pair);
  checkQuotable(given);
  const kind = quoteKindOf(query.transactionType);
  const request = { ...pair, kind, given, premiumSpread, forwardingDays };
  return { data: rampTermsView(await orQuoteFailure(rampTerms(request, caller, nowMs))) };
};
