import * as z from 'zod/mini';
import type { Chance } from '#test/support/chance';

/** Limits of every simulated partner in US cents, so low that most days reach them. */
export const simulatedLimits = {
  userDay: 110_000,
  userMonth: 900_000,
  partnerDay: 180_000,
  partnerMonth: 1_500_000,
} as const;

/** Deposit agreements of the simulated partners, by position. The second partner has no agreement. */
export const simulatedDeposits = [{ toleranceBps: 100, partial: 'TOP_UP' }, undefined] as const;

/** Fraction of the transactions for which the partner simulates one of the series of deposits in `payments`. */
export const PAID_IN_PARTS = 0.7;

/**
 * Possible deposits for one transaction, in thousandths of its amount: in parts, slightly too small, too large, too small, or
 * with another deposit after the full amount.
 */
const payments = [[400, 600], [400, 595], [300, 300, 500], [995], [992], [990], [1100], [300], [1000, 200]] as const;

const order = z.object({
  data: z.object({
    fiatAmount: z.optional(z.number()),
    cryptoAmount: z.optional(z.number()),
    sourceAmount: z.optional(z.number()),
  }),
});

/**
 * Returns the amounts of the payer's deposits for a transaction, in chronological order.
 * @param response response to the creation
 */
export function paymentsFor(operation: string, response: unknown, chance: Chance): number[] {
  const { fiatAmount, cryptoAmount, sourceAmount } = order.parse(response).data;
  const ramp = operation === 'createOnRamp' ? fiatAmount : cryptoAmount;
  const cents = Math.round((sourceAmount ?? ramp ?? 0) * 100);
  return chance.pick(payments).map((share) => Math.floor((cents * share) / 1000) / 100);
}
