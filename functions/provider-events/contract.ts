/** What a provider reports of a transaction (docs/providers/provider-events.openapi.yaml). */
import * as z from 'zod/mini';
import { fiatCurrencies, tokenSymbols } from '#shared/domain/money/currency';
import { reportedTriggers } from '#shared/domain/transactions/provider-reports';
import { decimalAmount, reasonCode, reference, transferHash } from '#shared/providers/http/wire';

/** The other reporters of a transaction: their names in its timeline are not for providers. */
const OWN_NAMES = ['partner', 'clock', 'sandbox', 'payout', 'operator'];

const provider = z.string().check(
  z.regex(/^[a-z][a-z0-9-]{1,31}$/),
  z.refine((name) => !OWN_NAMES.includes(name), { error: 'Is no name of a provider' }),
);

/** Nothing else may stand in it. An amount and its currency come together or not at all. */
export const providerReport = z
  .strictObject({
    provider,
    eventId: reference,
    transactionId: z.uuid(),
    type: z.enum(reportedTriggers),
    amount: z.optional(decimalAmount),
    currency: z.optional(z.enum([...fiatCurrencies, ...tokenSymbols])),
    reason: z.optional(reasonCode),
    transactionHash: z.optional(transferHash),
    /** When it happened. */
    at: z.optional(z.iso.datetime({ offset: true })),
  })
  .check(
    z.refine(({ amount, currency }) => (amount === undefined) === (currency === undefined), {
      path: ['currency'],
      error: 'Goes with the amount',
    }),
  );

export type ProviderReport = z.infer<typeof providerReport>;
