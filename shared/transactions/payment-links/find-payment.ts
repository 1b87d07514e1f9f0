import { nowMs } from '#shared/platform/config/environment';
import { effectiveAt } from '#shared/transactions/domain/apply';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findTransaction } from '#shared/transactions/repository';
import { linkDigest, transactionIdIn } from './token';

/** Time that a payment page remains open after the end of its transaction. */
export const OPEN_AFTER_END_MS = 90 * 86_400_000;

/**
 * Returns the transaction of a payment page, in its state at `nowMs`. Returns `expired` if the transaction ended more than
 * `OPEN_AFTER_END_MS` ago, and `unknown` for an unknown token.
 */
export async function findPayment(token: string, nowMs: number): Promise<Transaction | 'expired' | 'unknown'> {
  const stored = await findTransaction(transactionIdIn(token));
  if (stored?.linkDigest !== linkDigest(token)) return 'unknown';
  const transaction = effectiveAt(stored, nowMs);
  const isEnded = statusFacts[transaction.status].end !== undefined;
  return isEnded && nowMs - transaction.updatedAtMs >= OPEN_AFTER_END_MS ? 'expired' : transaction;
}

/** Finds the partner that requests a payment, by the token of the payment page. */
export async function findPaymentRequester(token: string) {
  const payment = await findPayment(token, nowMs());
  return typeof payment === 'string' ? undefined : { purpose: 'PAYMENT' as const, partnerId: payment.partnerId };
}
