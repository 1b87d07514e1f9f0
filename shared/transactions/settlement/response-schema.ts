import * as z from 'zod/mini';
import { currencies } from '#shared/values/money/currency';

/** Signed decimal text. */
const amount = z.string().check(z.regex(/^-?\d+\.\d{2,6}$/), z.maxLength(40));

const sums = {
  currency: z.enum(currencies),
  deposits: amount,
  payouts: amount,
  fees: amount,
  returns: amount,
  net: amount,
  count: z.int(),
};

export const SettlementSum = z.strictObject(sums);

export const SettlementCorrection = z.strictObject({ date: z.iso.date(), ...sums });

export const SettlementReport = z.strictObject({
  date: z.iso.date(),
  status: z.enum(['OPEN', 'FINAL']),
  currencies: z.array(SettlementSum).check(z.maxLength(currencies.length)),
  corrections: z.array(SettlementCorrection).check(z.maxLength(1000)),
});
