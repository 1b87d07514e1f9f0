/** Report of a provider about a transaction (docs/providers/provider-events.openapi.yaml). */
import * as z from 'zod/mini';
import { decimalAmount, reasonCode, reference, transferHash } from '#shared/providers/http/fields';
import { reporters } from '#shared/transactions/domain/reporters';
import { reportedTriggers } from '#shared/transactions/domain/triggers';
import { blockchains } from '#shared/values/chains/blockchain';
import { fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';

/** Nothing else may stand in it. An amount and its currency come together or not at all. */
export const providerReport = z
  .strictObject({
    /** The reporter; the signature has to be its own. */
    provider: z.enum(reporters),
    eventId: reference,
    transactionId: z.uuid(),
    type: z.enum(reportedTriggers),
    amount: z.optional(decimalAmount),
    currency: z.optional(z.enum([...fiatCurrencies, ...tokenSymbols])),
    reason: z.optional(reasonCode),
    /** The chain that a deposit of tokens arrived on. */
    blockchain: z.optional(z.enum(blockchains)),
    transactionHash: z.optional(transferHash),
    /** Time of the event. */
    at: z.optional(z.iso.datetime({ offset: true })),
  })
  .check(
    z.refine(({ amount, currency }) => (amount === undefined) === (currency === undefined), {
      path: ['currency'],
      error: 'Goes with the amount',
    }),
  );

export type ProviderReport = z.infer<typeof providerReport>;
