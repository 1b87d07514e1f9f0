import { quoteFailed } from '#shared/api/problems';
import { RateUnavailable } from './domain/rate';

/** Turns a missing rate into the answer that the quote operations have for it. @throws Problem */
export async function toQuoteProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RateUnavailable) throw quoteFailed(error);
    throw error;
  }
}
