/** Payouts of the banking provider (docs/providers/banking.openapi.yaml) and transfers of the custodian (custody.openapi.yaml). */
import * as z from 'zod/mini';
import { BACKGROUND_LIMITS, type ProviderConnection, providerClient } from '#shared/providers/http/client';
import { reasonCode, reference, transferHash } from '#shared/providers/http/fields';
import { moneyText } from '#shared/values/money/money';
import type { BankPayout, PayoutProvider, PayoutState, TokenPayout } from './port';

const payoutAnswer = z.object({
  reference,
  status: z.enum(['PENDING', 'MANUAL', 'COMPLETED', 'FAILED']),
  reason: z.optional(reasonCode),
  transactionHash: z.optional(transferHash),
});

export function httpBankPayouts(connection: ProviderConnection): PayoutProvider<BankPayout> {
  return httpPayouts(connection, '/payouts', ({ transactionId, amount, account, rail, reference: text }) => {
    const { isVerified: _isVerified, ...details } = account;
    return {
      transactionId,
      amount: moneyText(amount),
      currency: amount.currency,
      account: details,
      rail,
      ...(text === undefined ? {} : { reference: text }),
    };
  });
}

export function httpTokenPayouts(connection: ProviderConnection): PayoutProvider<TokenPayout> {
  return httpPayouts(connection, '/transfers', ({ transactionId, amount, blockchain, address }) => ({
    transactionId,
    amount: moneyText(amount),
    token: amount.currency,
    blockchain,
    address,
  }));
}

function httpPayouts<Order extends { readonly transactionId: string }>(
  connection: ProviderConnection,
  path: string,
  toBody: (order: Order) => unknown,
): PayoutProvider<Order> {
  const provider = providerClient(connection, BACKGROUND_LIMITS);
  return {
    async submit(order) {
      const request = { key: order.transactionId, body: toBody(order), answer: payoutAnswer };
      return toPayoutState(await provider.post(path, request));
    },
    async poll(name) {
      return toPayoutState(await provider.get(`${path}/${encodeURIComponent(name)}`, payoutAnswer));
    },
  };
}

function toPayoutState(answer: z.infer<typeof payoutAnswer>): PayoutState {
  const { status, reference: name, reason, transactionHash } = answer;
  return { status, reference: name, reason, transactionHash };
}
