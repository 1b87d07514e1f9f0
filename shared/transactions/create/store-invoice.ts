import { storeFile } from '#shared/platform/files/files';
import type { Transaction } from '#shared/transactions/domain/transaction';

/** Time limit for storing the invoice, ms. The gateway allows 14.5 s for the whole request, including provider calls. */
const STORE_TIMEOUT_MS = 4000;

/**
 * Stores the invoice before its transaction is written, and returns the object key. An invoice without a transaction remains in
 * the bucket until an erasure of the user. Requires the grant `invoices-write`.
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
