import { transactionNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { Transaction } from './domain/transaction';
import { findTransaction } from './repository';

/** The caller's own transaction; another partner's is as unknown as one that is not there. @throws Problem */
export function requireOwnTransaction(transaction: Transaction | undefined, caller: Caller): Transaction {
  if (transaction?.partnerId !== caller.partnerId) throw transactionNotFound();
  return transaction;
}

/** Reads the caller's own transaction. @throws Problem */
export async function readOwnTransaction(transactionId: string, caller: Caller): Promise<Transaction> {
  return requireOwnTransaction(await findTransaction(transactionId), caller);
}
