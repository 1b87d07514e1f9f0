/** Payouts of the banking provider (docs/providers/banking.openapi.yaml) and transfers of the custodian (custody.openapi.yaml). */
import * as z from 'zod/mini';
import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import { fromIsoAddress, toIsoAddress } from '#shared/bank-accounts/domain/iso-address';
import type { ComplianceCodes } from '#shared/corridors/domain/compliance-fields';
import { BACKGROUND_LIMITS, type ProviderClient } from '#shared/providers/http/client';
import { transferHash } from '#shared/providers/http/fields';
import { namedRail } from '#shared/providers/http/named-rail';
import { providerPort } from '#shared/providers/http/provider-port';
import type { Blockchain } from '#shared/values/chains/blockchain';
import type { FiatCurrency, TokenSymbol } from '#shared/values/money/currency';
import { type Money, moneyText } from '#shared/values/money/money';
import { orderState } from './orders/order-port';

export interface BankPayout {
  /** The transaction it belongs to: a transaction is paid out once. */
  readonly transactionId: string;
  readonly amount: Money<FiatCurrency>;
  readonly account: BankAccount;
  readonly rail: 'LOCAL' | 'SWIFT';
  /** The reference that the receiver reads, where the partner gave one. */
  readonly reference: string | undefined;
  readonly compliance: ComplianceCodes;
}

export interface TokenPayout {
  readonly transactionId: string;
  readonly amount: Money<TokenSymbol>;
  readonly blockchain: Blockchain;
  readonly address: string;
  /** Information on the parties, where the partner gave it. It is personal: it stands in this call alone. */
  readonly travelRule: Readonly<Record<string, unknown>> | undefined;
}

const payoutState = z.extend(orderState, {
  /** Of the chain transaction that sent tokens, where the provider names it. */
  transactionHash: z.optional(transferHash),
  /** The rail that a bank uses, once it is known. */
  rail: namedRail,
});

/** The provider's status of a payout. */
export type PayoutState = z.infer<typeof payoutState>;

/** The provider that pays out. A failed call throws; the payout may still have been taken. */
export interface PayoutProvider<Order> {
  /** Submits an order. Repeating it is harmless: the transaction's id is its idempotency key. */
  submit(order: Order): Promise<PayoutState>;
  /** Requests the status of an accepted order. */
  poll(reference: string): Promise<PayoutState>;
}

export function httpBankPayouts(provider: ProviderClient): PayoutProvider<BankPayout> {
  return httpPayouts(provider, '/payouts', ({ transactionId, amount, account, rail, reference: text, compliance }) => {
    const { isVerified: _isVerified, address, ...details } = account;
    // As payments carry it: banks convert letters each in their own way, or refuse them.
    const carried = address && { address: fromIsoAddress(toIsoAddress(address)) };
    return {
      transactionId,
      amount: moneyText(amount),
      currency: amount.currency,
      account: { ...details, ...carried },
      rail,
      ...(text === undefined ? {} : { reference: text }),
      ...compliance,
    };
  });
}

export function httpTokenPayouts(provider: ProviderClient): PayoutProvider<TokenPayout> {
  return httpPayouts(provider, '/transfers', ({ transactionId, amount, blockchain, address, travelRule }) => ({
    transactionId,
    amount: moneyText(amount),
    token: amount.currency,
    blockchain,
    address,
    ...(travelRule && { travelRule }),
  }));
}

function httpPayouts<Order extends { readonly transactionId: string }>(
  provider: ProviderClient,
  path: string,
  toBody: (order: Order) => unknown,
): PayoutProvider<Order> {
  return {
    submit: (order) => provider.post(path, { key: order.transactionId, body: toBody(order), answer: payoutState }),
    poll: (name) => provider.get(`${path}/${encodeURIComponent(name)}`, payoutState),
  };
}

export const bankPayouts = providerPort('banking', { http: httpBankPayouts, limits: BACKGROUND_LIMITS });

export const tokenPayouts = providerPort('custody', { http: httpTokenPayouts, limits: BACKGROUND_LIMITS });
