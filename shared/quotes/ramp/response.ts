import type { ResponseData } from '#shared/api/response-schemas';
import { spreadFor } from '#shared/quotes/domain/ramp-pricing';
import type { RampQuote } from '#shared/quotes/domain/ramp-quote';
import { toWarningResponses } from '#shared/quotes/warning-response';
import { toIsoTime } from '#shared/values/iso-time';
import { jsonNumber } from '#shared/values/money/decimal';
import { moneyNumber } from '#shared/values/money/money';

type Terms = Pick<RampQuote, 'kind' | 'price' | 'premiumSpread' | 'blockchain' | 'flow' | 'forwarding' | 'warnings'>;

/** A price between a fiat currency and a token as a rate or a quote shows it. */
export function toRampRateResponse(terms: Terms): ResponseData<'RampRate'> {
  const { kind, price, forwarding } = terms;
  return {
    transactionType: kind === 'CROSS_RAMP_LEG' ? 'CROSS_RAMP' : kind,
    fiatAmount: moneyNumber(price.fiatAmount),
    fiatCurrency: price.fiatAmount.currency,
    cryptoAmount: moneyNumber(price.cryptoAmount),
    blockchainSymbol: terms.blockchain,
    tokenSymbol: price.cryptoAmount.currency,
    rate: jsonNumber(price.rate),
    premiumSpread: jsonNumber(terms.premiumSpread),
    spread: jsonNumber(spreadFor(kind)),
    flow: terms.flow,
    forwardingDays: forwarding.days,
    effectiveForwardingDays: forwarding.effectiveDays,
    forwardingSettlementDate: toIsoTime(forwarding.settlementAtMs),
    forwardingAdjustments: forwarding.adjustments.map(({ date, reason }) => ({ date, reason })),
    warnings: toWarningResponses(terms.warnings),
  };
}
