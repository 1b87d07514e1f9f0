/** Conversions of the rate provider (docs/providers/rates.openapi.yaml). */
import { BACKGROUND_LIMITS, type ProviderClient } from '#shared/providers/http/client';
import { providerPort } from '#shared/providers/http/provider-port';
import { type Money, moneyText } from '#shared/values/money/money';
import { httpOrders, type OrderPort } from './order-port';

/** A conversion at the rate of its quote: both amounts are agreed. */
export interface Conversion {
  readonly transactionId: string;
  readonly source: Money;
  readonly target: Money;
}

export function httpConversions(provider: ProviderClient): OrderPort<Conversion> {
  return httpOrders(provider, '/conversions', ({ transactionId, source, target }) => ({
    transactionId,
    source: { amount: moneyText(source), currency: source.currency },
    target: { amount: moneyText(target), currency: target.currency },
  }));
}

/** The sandbox's simulator converts. Rates have a circuit of their own: a failing conversion stops no quote. */
export const conversions = providerPort<OrderPort<Conversion>>('rates', {
  use: 'conversions',
  http: httpConversions,
  limits: BACKGROUND_LIMITS,
});
