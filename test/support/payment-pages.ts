/** Transactions with a payment page. */
import { createSecretKey } from 'node:crypto';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { linkDigest, paymentToken } from '#shared/transactions/payment-links/token';

const key = createSecretKey(Buffer.alloc(32, 7));

/**
 * Derives a payment page token from a transaction's id, and adds the digest of the token to the transaction.
 * @returns the transaction and the token
 */
export function withPaymentPage<T extends Transaction>(
  transaction: T,
): { readonly transaction: T; readonly token: string } {
  const token = paymentToken(key, transaction.id);
  return { transaction: { ...transaction, linkDigest: linkDigest(token) }, token };
}
