/** Bank payouts (docs/providers/banking.openapi.yaml) and token transfers by the custodian (custody.openapi.yaml). */
import * as z from 'zod/mini';
import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import { fromIsoAddress, toIsoAddress } from '#shared/bank-accounts/domain/iso-address';
import type { ComplianceCodes } from '#shared/corridors/domain/compliance-fields';
import { BACKGROUND_LIMITS, type ProviderClient, reference, transferHash } from '#shared/platform/providers/client';
import { providerPort } from '#shared/platform/providers/provider-port';
import { type GivenInformation, holdReasons } from '#shared/transactions/domain/hold';
import type { RailProof } from '#shared/transactions/domain/rails/rail';
import { toLegalNames, type User } from '#shared/users/domain/user';
import type { Blockchain, FiatCurrency, TokenSymbol } from '#shared/values/money/currency';
import { type Money, moneyText } from '#shared/values/money/money';
import { PRINTABLE } from '#shared/values/printable-text';
import { namedRail } from './named-rail';
import { orderState } from './orders/order-port';

export interface BankPayout {
  /** Transaction of the payout. A transaction has at most one payout. */
  readonly transactionId: string;
  readonly amount: Money<FiatCurrency>;
  readonly account: BankAccount;
  readonly rail: 'LOCAL' | 'SWIFT';
  /** Payment reference for the receiver, if the partner specified a reference. */
  readonly reference: string | undefined;
  readonly compliance: ComplianceCodes;
}

export interface TokenPayout {
  readonly transactionId: string;
  readonly amount: Money<TokenSymbol>;
  readonly blockchain: Blockchain;
  readonly address: string;
  /**
   * Travel-rule data about sender and receiver, if the partner provided the data. The data is personal: only token payouts and
   * screenings (`ScreenedPayout`) send it.
   */
  readonly travelRule: Readonly<Record<string, unknown>> | undefined;
}

const payoutState = z.extend(orderState, {
  /** Hash of the chain transaction that sent tokens, if the provider reports it. */
  transactionHash: z.optional(transferHash),
  /** Rail that the bank uses, if already known. */
  rail: namedRail,
});

/** The provider's status of a payout. */
export type PayoutState = z.infer<typeof payoutState>;

/** A provider that executes payouts. If a call throws, the provider may still have accepted the payout. */
export interface PayoutProvider<Order> {
  /** Submits an order. Retries are safe: the transaction's id is the idempotency key. */
  submit(order: Order): Promise<PayoutState>;
  /** Requests the status of an accepted order. */
  poll(reference: string): Promise<PayoutState>;
}

export function httpBankPayouts(provider: ProviderClient): PayoutProvider<BankPayout> {
  return httpPayouts(provider, '/payouts', ({ transactionId, amount, account, rail, reference: text, compliance }) => {
    const { isVerified: _isVerified, address, ...details } = account;
    // Convert the address to the characters that payments allow: banks convert or refuse other characters.
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
    submit: (order) => provider.post(path, { key: order.transactionId, body: toBody(order), response: payoutState }),
    poll: (name) => provider.get(`${path}/${encodeURIComponent(name)}`, payoutState),
  };
}

export const bankPayouts = providerPort('banking', { http: httpBankPayouts, limits: BACKGROUND_LIMITS });

export const tokenPayouts = providerPort('custody', { http: httpTokenPayouts, limits: BACKGROUND_LIMITS });

// Screening of payouts before the payout is ordered (docs/providers/screening.openapi.yaml).

/** A payout to screen, with its sender and beneficiary. */
export interface ScreenedPayout {
  readonly transactionId: string;
  readonly user: User;
  readonly deposit: Money;
  readonly payout: Money;
  readonly beneficiary:
    | { readonly account: BankAccount }
    | { readonly wallet: { readonly blockchain: Blockchain; readonly address: string } };
  readonly compliance: ComplianceCodes;
  /**
   * Travel-rule data about sender and receiver of a token transfer, if the partner provided the data. The data is personal: only
   * screenings and token payouts (`TokenPayout`) send it.
   */
  readonly travelRule: Readonly<Record<string, unknown>> | undefined;
}

const requestedInformation = z.object({
  field: z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,63}$/)),
  /** Text for partners: describes the requested information and contains no personal data. */
  description: z.string().check(z.minLength(1), z.maxLength(500), z.regex(PRINTABLE)),
});

const screeningState = z.object({
  reference,
  status: z.enum(['PENDING', 'CLEAR', 'HELD', 'REJECTED']),
  /** Reason for the hold of a payout. @default COMPLIANCE_REVIEW */
  reason: z.optional(z.enum(holdReasons)),
  requestedInformation: z.optional(z.array(requestedInformation).check(z.maxLength(20))),
});

/** The provider's decision on a payout, or the status before a decision. */
export type ScreeningState = z.infer<typeof screeningState>;

/** The provider that screens payouts. Every method throws if the call fails. */
export interface Screening {
  /** Requests the screening of a payout. Retries are safe: the transaction's id is the idempotency key. */
  submit(payout: ScreenedPayout): Promise<ScreeningState>;
  poll(name: string): Promise<ScreeningState>;
  /** Sends the information that the partner provided. Retries are safe. */
  inform(name: string, information: GivenInformation): Promise<ScreeningState>;
}

export function httpScreening(provider: ProviderClient): Screening {
  const path = (name: string) => `/screenings/${encodeURIComponent(name)}`;
  return {
    submit: (payout) =>
      provider.post('/screenings', { key: payout.transactionId, body: toBody(payout), response: screeningState }),
    poll: (name) => provider.get(path(name), screeningState),
    inform: (name, { id: key, items }) =>
      provider.post(`${path(name)}/information`, { key, body: { items }, response: screeningState }),
  };
}

function toBody({ transactionId, user, deposit, payout, beneficiary, compliance, travelRule }: ScreenedPayout) {
  const { firstName, lastName } = toLegalNames(user);
  return {
    transactionId,
    deposit: { amount: moneyText(deposit), currency: deposit.currency },
    payout: { amount: moneyText(payout), currency: payout.currency },
    originator: {
      userId: user.id,
      ...(user.type === 'BUSINESS'
        ? { type: 'BUSINESS', businessName: firstName }
        : { type: 'INDIVIDUAL', firstName, lastName }),
    },
    beneficiary: 'account' in beneficiary ? { account: withoutResult(beneficiary.account) } : beneficiary,
    ...compliance,
    ...(travelRule && { travelRule }),
  };
}

function withoutResult({ isVerified: _isVerified, ...details }: BankAccount) {
  return details;
}

/** Screening provider of this stage. A stage without a provider screens no payouts. */
export const screening = providerPort<Screening | 'NONE'>('screening', {
  // The sandbox's simulator places holds, depending on the beneficiary's name.
  sandbox: 'NONE',
  http: httpScreening,
  limits: BACKGROUND_LIMITS,
  absent: 'NONE',
});

// Proofs of SPEI transfers: receipts that the central bank publishes (docs/providers/proofs.openapi.yaml).

/** Facts about a transfer, from its transaction. The sending account is unknown. */
export interface SpeiTransfer {
  /** Id of one lookup and its idempotency key. Each lookup of a transfer has a different id. */
  readonly lookUpId: string;
  readonly trackingKey: string;
  /** Date (in Mexico City) on which the transfer was reported, YYYY-MM-DD. */
  readonly date: string;
  readonly amount: Money;
  readonly receiver: { readonly account: string; readonly bankName: string };
}

const proved = z.optional(z.literal(true));

/**
 * Schema of the response. `signature` and `operation` can only be `true`: a document with an invalid signature, or about another
 * transfer, proves nothing.
 */
const proofState = z.discriminatedUnion('status', [
  z.object({ status: z.literal('PENDING') }),
  z.object({
    status: z.enum(['VALID', 'RETURNED']),
    url: z.optional(z.string().check(z.maxLength(1000), z.regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?(\/[!-~]*)?$/i))),
    checks: z.optional(z.object({ signature: proved, operation: proved, name: z.optional(z.boolean()) })),
  }),
]);

/** The provider that looks up proofs. */
export interface PaymentProofs {
  /** Looks up the proof of a transfer: `PENDING` until the proof is found. @throws if the call fails */
  find(transfer: SpeiTransfer): Promise<RailProof>;
}

export function httpPaymentProofs(provider: ProviderClient): PaymentProofs {
  return {
    find: ({ lookUpId: key, trackingKey, date, amount, receiver }) => {
      const body = { trackingKey, date, amount: moneyText(amount), currency: amount.currency, receiver };
      return provider.post('/proofs/search', { key, body, response: proofState });
    },
  };
}

/** Proof provider of this stage. A stage without a provider starts no lookups; the sandbox never calls the provider. */
export const paymentProofs = providerPort('proofs', { http: httpPaymentProofs, limits: BACKGROUND_LIMITS });
