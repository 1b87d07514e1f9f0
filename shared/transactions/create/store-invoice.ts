import { storeFile } from '#shared/platform/files/files';
import type { Transaction } from '#shared/transactions/domain/transaction';

/** The gateway waits for 14.5 s in all, providers included. */
const STORE_TIMEOUT_MS = 4000;

/**
 * Stores the invoice of a transaction that is about to be written, under the ids of user and transaction. If the
 * transaction is not written, the invoice remains in the bucket, where an erasure of the user finds it. Needs
 * the grant `invoices-write`.
 *
 * @returns its key; `undefined` if there is no invoice
 * @throws FileNotStored
 */
export async function storeInvoice(
  { id, partnerId, userId }: Pick<Transaction, 'id' | 'partnerId' | 'userId'>,
  content: Uint8Array | undefined,
): Promise<string | undefined> {
  if (content === undefined) return undefined;
  const key = `invoices/${partnerId}/${userId}/${id}.pdf`;
  await storeFile({ key, content, contentType: 'application/pdf' }, { signal: AbortSignal.timeout(STORE_TIMEOUT_MS) });
  return key;
}
