import { invalidInput } from '#shared/api/problems';
import { stage } from '#shared/config/environment';
import type { CrossRamp } from '#shared/domain/transactions/transaction';
import { storeFile } from '#shared/storage/files';

/** The largest invoice, decoded: 4 MB. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The content of an invoice, as it was sent in Base64.
 * @throws Problem when it is larger than 4 MB or, in production, no PDF by its content
 */
export function checkedInvoice(base64: string | undefined): Uint8Array | undefined {
  if (base64 === undefined || base64 === '') return undefined;
  const content = Buffer.from(base64, 'base64');
  if (content.length > MAX_BYTES)
    throw invalidInput([{ field: 'invoiceFile', message: 'Must be at most 4 MB' }]);
  if (stage() === 'production' && !content.subarray(0, 1024).includes('%PDF-')) {
    throw invalidInput([{ field: 'invoiceFile', message: 'Must be a PDF' }]);
  }
  return content;
}

/** The gateway waits for 14.5 s in all, providers included. */
const STORE_MS = 4000;

/**
 * Keeps the invoice of a transaction that is about to be written, under the ids of its user and its own. One whose
 * transaction is not written after all stays alone in the bucket, where an erasure of the user finds it too.
 *
 * @returns its key
 */
export async function keepInvoice(
  { id, partnerId, userId }: Pick<CrossRamp, 'id' | 'partnerId' | 'userId'>,
  content: Uint8Array,
): Promise<string> {
  const key = `invoices/${partnerId}/${userId}/${id}.pdf`;
  await storeFile(
    { key, content, contentType: 'application/pdf' },
    { signal: AbortSignal.timeout(STORE_MS) },
  );
  return key;
}
