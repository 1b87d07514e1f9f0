import { quoteFailed } from '#shared/api/problems';
import { rateSource } from '#shared/quotes/rates/http';
import type { Currency } from '#shared/values/money/currency';
import type { Decimal } from '#shared/values/money/decimal';
import { RateUnavailable } from './domain/rate';

/**
 * Returns the mid-market rate at a time (epoch ms): units of `to` per unit of `from`. @throws Problem if no recent rate is
 * available
 */
export async function readMidRate(from: Currency, to: Currency, atMs: number): Promise<Decimal> {
  try {
    return await rateSource().midRate(from, to, atMs);
  } catch (error) {
    throw error instanceof RateUnavailable ? quoteFailed(error) : error;
  }
}
