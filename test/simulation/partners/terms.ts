import * as z from 'zod/mini';
import type { Chance } from '#test/support/chance';

/** Limits over time of every simulated partner, so low that most days reach them. US cents. */
export const simulatedLimits = {
  userDay: 110_000,
  userMonth: 900_000,
  partnerDay: 180_000,
  partnerMonth: 1_500_000,
} as const;

/** Terms about deposits of the simulated partners, in turn. The second has none. */
export const simulatedDeposits = [{ toleranceBps: 100, partial: 'TOP_UP' }, undefined] as const;

/** Share of the orders whose payers pay by themselves. */
export const PAID_IN_PARTS = 0.7;

/** Deposits of one payer after the other, in thousandths of the amount: in parts, a little short, too much, too little, twice. */
const payments = [[400, 600], [400, 595], [300, 300, 500], [995], [992], [990], [1100], [300], [1000, 200]] as const;

const order = z.object({
  data: z.object({
    fiatAmount: z.optional(z.number()),
    cryptoAmount: z.optional(z.number()),
    sourceAmount: z.optional(z.number()),
  }),
});

/** The amounts that the payer of an order pays one after the other. @param response to its creation */
export function paymentsFor(operation: string, response: unknown, chance: Chance): number[] {
  const { fiatAmount, cryptoAmount, sourceAmount } = order.parse(response).data;
  const ramp = operation === 'createOnRamp' ? fiatAmount : cryptoAmount;
  const cents = Math.round((sourceAmount ?? ramp ?? 0) * 100);
  return chance.pick(payments).map((share) => Math.floor((cents * share) / 1000) / 100);
}
