/** Payouts of the banking provider (docs/providers/banking.openapi.yaml) and transfers of the custodian (custody.openapi.yaml). */
import * as z from 'zod/mini';
import { moneyText } from '#shared/domain/money/money';
import {
  IN_THE_BACKGROUND,
  type ProviderConnection,
  providerClient,
} from '#shared/providers/http/provider-client';
import { connectionOf } from '#shared/providers/http/provider-settings';
import { reasonCode, reference, transferHash } from '#shared/providers/http/wire';
import type { BankPayout, PayoutProvider, PayoutState, TokenPayout } from '#shared/providers/payout/payout';

const payoutAnswer = z.object({
  reference,
  status: z.enum(['PENDING', 'MANUAL', 'COMPLETED', 'FAILED']),
  reason: z.optional(reasonCode),
  transactionHash: z.optional(transferHash),
});

/** No provider is configured: nothing is paid out, and nothing counts as paid out. */
export class PayoutUnavailable extends Error {
  override readonly name = 'PayoutUnavailable';
}

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

/** @throws PayoutUnavailable where the stage has no banking provider */
export function bankPayouts(): PayoutProvider<BankPayout> {
  const connection = connectionOf('banking');
  if (connection === undefined) throw new PayoutUnavailable('No banking provider is configured');
  return httpBankPayouts(connection);
}

/** @throws PayoutUnavailable where the stage has no custodian */
export function tokenPayouts(): PayoutProvider<TokenPayout> {
  const connection = connectionOf('custody');
  if (connection === undefined) throw new PayoutUnavailable('No custody provider is configured');
  return httpTokenPayouts(connection);
}

function httpPayouts<Order extends { readonly transactionId: string }>(
  connection: ProviderConnection,
  path: string,
  bodyOf: (order: Order) => unknown,
): PayoutProvider<Order> {
  const provider = providerClient(connection, IN_THE_BACKGROUND);
  return {
    async submit(order) {
      const deed = { key: order.transactionId, body: bodyOf(order), answer: payoutAnswer };
      return stateOf(await provider.post(path, deed));
    },
    async poll(name) {
      return stateOf(await provider.get(`${path}/${encodeURIComponent(name)}`, payoutAnswer));
    },
  };
}

function stateOf(answer: z.infer<typeof payoutAnswer>): PayoutState {
  const { status, reference: name, reason, transactionHash } = answer;
  return { status, reference: name, reason, transactionHash };
}
