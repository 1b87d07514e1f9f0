import type { Shape } from '#shared/api/shapes';
import { iso } from '#shared/api/views/time';
import { warningsView } from '#shared/api/views/warnings';
import { jsonNumber } from '#shared/domain/money/decimal';
import { moneyNumber } from '#shared/domain/money/money';
import { spreadOf } from '#shared/domain/ramp/pricing';
import type { RampQuote } from '#shared/domain/ramp/quote';

type Terms = Pick<
  RampQuote,
  'kind' | 'price' | 'premiumSpread' | 'blockchain' | 'flow' | 'forwarding' | 'warnings'
>;

/** A price between a fiat currency and a token as a rate or a quote shows it. */
export function rampTermsView(terms: Terms): Shape<'RampRate'> {
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
    spread: jsonNumber(spreadOf(kind)),
    flow: terms.flow,
    forwardingDays: forwarding.days,
    effectiveForwardingDays: forwarding.effectiveDays,
    forwardingSettlementDate: iso(forwarding.settlementAtMs),
    forwardingAdjustments: forwarding.adjustments.map(({ date, reason }) => ({ date, reason })),
    warnings: warningsView(terms.warnings),
  };
}
