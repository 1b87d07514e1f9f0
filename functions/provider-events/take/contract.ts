/** Report of a provider about a transaction (docs/providers/provider-events.openapi.yaml). */
import * as z from 'zod/mini';
import { decimalAmount, reasonCode, reference, transferHash } from '#shared/platform/providers/client';
import { namedRail } from '#shared/providers/named-rail';
import { REFUND_ID } from '#shared/transactions/domain/refund';
import { CONFIRMING, reporters } from '#shared/transactions/domain/reporters';
import { reportedTriggers } from '#shared/transactions/domain/triggers';
import { blockchains, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';

/**
 * Maximum number of confirmations in a report. No chain requires so many: a Polygon transaction is final after some hundred
 * blocks.
 */
const MAX_CONFIRMATIONS = 10_000;

/** No other fields are allowed. An amount requires a currency, and a currency requires an amount. */
export const providerReport = z
  .strictObject({
    /** The reporting provider. The signature must be made with its key. */
    provider: z.enum(reporters),
    eventId: reference,
    transactionId: z.uuid(),
    type: z.enum([...reportedTriggers, CONFIRMING]),
    amount: z.optional(decimalAmount),
    currency: z.optional(z.enum([...fiatCurrencies, ...tokenSymbols])),
    reason: z.optional(reasonCode),
    /** Chain of a token deposit. */
    blockchain: z.optional(z.enum(blockchains)),
    transactionHash: z.optional(transferHash),
    /** Rail of a deposit or payout, and the transfer's reference on the rail. */
    rail: namedRail,
    /** The refund order that the provider executed. */
    refundId: z.optional(z.string().check(z.regex(REFUND_ID))),
    /** Current confirmations of a token deposit, and the confirmations that the deposit needs. */
    confirmations: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_CONFIRMATIONS))),
    requiredConfirmations: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_CONFIRMATIONS))),
    at: z.optional(z.iso.datetime({ offset: true })),
  })
  .check(
    z.refine(({ amount, currency }) => (amount === undefined) === (currency === undefined), {
      path: ['currency'],
      error: 'Goes with the amount',
    }),
    z.refine(
      ({ type, confirmations, requiredConfirmations }) =>
        (type === CONFIRMING) === (confirmations !== undefined && requiredConfirmations !== undefined) &&
        (confirmations === undefined) === (requiredConfirmations === undefined),
      { path: ['confirmations'], error: `Comes with requiredConfirmations, in ${CONFIRMING} and in no other report` },
    ),
    z.refine(({ type, refundId }) => refundId === undefined || type === 'REFUND_PAID', {
      path: ['refundId'],
      error: 'Comes in REFUND_PAID and in no other report',
    }),
    z.refine(({ confirmations = 0, requiredConfirmations = confirmations }) => confirmations <= requiredConfirmations, {
      path: ['confirmations'],
      error: 'Must be at most requiredConfirmations',
    }),
  );

export type ProviderReport = z.infer<typeof providerReport>;
