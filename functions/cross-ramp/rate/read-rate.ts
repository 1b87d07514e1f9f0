import { priceView } from '#shared/api/views/price';
import { stage } from '#shared/config/environment';
import { premiumWarnings } from '#shared/domain/quotes/warning';
import type { Operation } from '#shared/http/edge';
import { checkQuotable, givenPremium } from '#shared/operations/given-amount';
import { checkCurrencies, givenAmount, priceAt } from '#shared/operations/price-cross-ramp';
import { orQuoteFailure } from '#shared/operations/quote-failure';
import type { contract } from './contract';

/** The rate of this instant, not locked. */
export const readRate: Operation<typeof contract> = async ({ caller, query, nowMs }) => {
  const { sourceCurrency, targetCurrency } = query;
  checkCurrencies(sourceCurrency, targetCurrency, caller);
  const given = givenAmount(query, sourceCurrency, targetCurrency);
  checkQuotable(given);
  const premium = givenPremium(query.premiumSpread, caller.agreement);
  const terms = { premium, agreement: caller.agreement, atMs: nowMs };
  const price = await orQuoteFailure(priceAt(given, sourceCurrency, targetCurrency, terms));
  const warnings = premiumWarnings(premium, stage());
  return { data: priceView({ price, premiumSpread: premium, warnings }) };
};
