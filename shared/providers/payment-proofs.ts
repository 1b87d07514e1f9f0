/** Proofs of SPEI transfers: the receipts that the central bank publishes (docs/providers/proofs.openapi.yaml). */
import * as z from 'zod/mini';
import { BACKGROUND_LIMITS, type ProviderClient } from '#shared/providers/http/client';
import { providerPort } from '#shared/providers/http/provider-port';
import type { RailProof } from '#shared/transactions/domain/rails/rail-proof';
import { type Money, moneyText } from '#shared/values/money/money';

/** A transfer as far as its transaction knows it: the account that sent it is not known. */
export interface SpeiTransfer {
  /** Names one look-up: another one of the same transfer has another name. */
  readonly lookUpId: string;
  readonly trackingKey: string;
  /** Day of its report in Mexico City, YYYY-MM-DD. */
  readonly date: string;
  readonly amount: Money;
  readonly receiver: { readonly account: string; readonly bankName: string };
}

const proved = z.optional(z.literal(true));

/** A document that is not signed, or not of this transfer, proves nothing: an answer that takes one has another form. */
const proofState = z.discriminatedUnion('status', [
  z.object({ status: z.literal('PENDING') }),
  z.object({
    status: z.enum(['VALID', 'RETURNED']),
    url: z.optional(z.string().check(z.maxLength(1000), z.regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?(\/[!-~]*)?$/i))),
    checks: z.optional(z.object({ signature: proved, operation: proved, name: z.optional(z.boolean()) })),
  }),
]);

/** The provider that looks proofs up. */
export interface PaymentProofs {
  /** Looks for the proof of a transfer, which is `PENDING` until it is found. @throws where the call fails */
  find(transfer: SpeiTransfer): Promise<RailProof>;
}

export function httpPaymentProofs(provider: ProviderClient): PaymentProofs {
  return {
    find: ({ lookUpId: key, trackingKey, date, amount, receiver }) => {
      const body = { trackingKey, date, amount: moneyText(amount), currency: amount.currency, receiver };
      return provider.post('/proofs/search', { key, body, answer: proofState });
    },
  };
}

/** The stage's provider; a stage without one begins no look-up. The sandbox never asks. */
export const paymentProofs = providerPort('proofs', { http: httpPaymentProofs, limits: BACKGROUND_LIMITS });
