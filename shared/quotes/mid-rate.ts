import { quoteFailed } from '#shared/api/problems';
import { rateSource } from '#shared/quotes/rates/http';
import type { Currency } from '#shared/values/money/currency';
import type { Decimal } from '#shared/values/money/decimal';
import { RateUnavailable } from './domain/rate';

/** Units of one currency per unit of another at an instant (epoch ms). @throws Problem if there is no fresh rate */
export async function readMidRate(from: Currency, to: Currency, atMs: number): Promise<Decimal> {
  try {
    return await rateSource().midRate(from, to, atMs);
  } catch (error) {
    throw error instanceof RateUnavailable ? quoteFailed(error) : error;
  }
}
