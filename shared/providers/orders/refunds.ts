/** Refunds by the banking provider (docs/providers/banking.openapi.yaml) and by the custodian (custody.openapi.yaml). */
import { BACKGROUND_LIMITS, type ProviderClient } from '#shared/platform/providers/client';
import { providerPort } from '#shared/platform/providers/provider-port';
import type { RailReference } from '#shared/transactions/domain/rails/rail';
import type { Refund, RefundId } from '#shared/transactions/domain/refund';
import { type Money, moneyText } from '#shared/values/money/money';
import { httpOrders, type OrderPort } from './order-port';
import { sandboxRefunds } from './sandbox-refunds';

// Conversions by the rate provider (docs/providers/rates.openapi.yaml).

/** A conversion at the rate of its quote. Source and target amount are both fixed. */
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

/**
 * Port for conversions. It has no `sandbox` implementation, because the simulator reports the conversions of the sandbox.
 * Conversions have a separate circuit breaker, so failed conversions do not stop quotes.
 */
export const conversions = providerPort<OrderPort<Conversion>>('rates', {
  use: 'conversions',
  http: httpConversions,
  limits: BACKGROUND_LIMITS,
});

export interface RefundOrder extends Refund {
  readonly transactionId: string;
  readonly refundId: RefundId;
  readonly userId: string;
  /** Rail of the deposit that funded the transaction, if known. */
  readonly depositRail: RailReference | undefined;
}

export function httpRefunds(provider: ProviderClient): OrderPort<RefundOrder> {
  return httpOrders(provider, '/refunds', toBody);
}

function toBody({ transactionId, refundId, userId, amount, returnsDeposit, blockchain, depositRail }: RefundOrder) {
  const isFundingDeposit = returnsDeposit && !refundId.startsWith('SURPLUS');
  return {
    transactionId,
    refundId,
    userId,
    amount: moneyText(amount),
    currency: amount.currency,
    to: returnsDeposit ? 'DEPOSIT_ORIGIN' : 'USER',
    ...(blockchain === undefined ? {} : { blockchain }),
    ...(isFundingDeposit && depositRail !== undefined
      ? { deposit: { type: depositRail.type, reference: depositRail.reference } }
      : {}),
  };
}

export const bankRefunds = providerPort<OrderPort<RefundOrder>>('banking', {
  use: 'refunds',
  sandbox: sandboxRefunds,
  http: httpRefunds,
  limits: BACKGROUND_LIMITS,
});

export const tokenRefunds = providerPort<OrderPort<RefundOrder>>('custody', {
  use: 'refunds',
  sandbox: sandboxRefunds,
  http: httpRefunds,
  limits: BACKGROUND_LIMITS,
});
