import { transactionNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { Transaction } from './domain/transaction';
import { findTransaction } from './repository';

/**
 * Returns the transaction if it belongs to the caller.
 * @throws Problem if the transaction is unknown or belongs to another partner
 */
export function requireOwnTransaction(transaction: Transaction | undefined, caller: Caller): Transaction {
  if (transaction?.partnerId !== caller.partnerId) throw transactionNotFound();
  return transaction;
}

/** Reads a transaction of the caller. @throws Problem if unknown or of another partner */
export async function readOwnTransaction(transactionId: string, caller: Caller): Promise<Transaction> {
  return requireOwnTransaction(await findTransaction(transactionId), caller);
}
