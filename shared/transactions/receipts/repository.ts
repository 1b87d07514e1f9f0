/** Receipts as they were issued: the text of each language, which is answered as it is. */
import * as z from 'zod/mini';
import { receiptKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent } from '#shared/dynamodb/writes';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { liveUserCheck } from '#shared/users/repository';

/** Documents of a transaction: that it was completed, and that its payout came back. */
export type ReceiptKind = 'RECEIPT' | 'RETURN_RECEIPT';

const receiptItem = z.object({
  receiptId: z.string(),
  /** JSON by language. */
  texts: z.object({ en: z.string(), es: z.string(), pt: z.string() }),
});

export type StoredReceipt = Readonly<z.infer<typeof receiptItem>>;

export function findReceipt(transactionId: string, kind: ReceiptKind): Promise<StoredReceipt | undefined> {
  return readRecord(receiptKey(transactionId, kind), (raw) => receiptItem.parse(raw));
}

/**
 * Stores a receipt for ever, unless there is one.
 *
 * @returns false when there is one, or when the user has been erased: nothing was written then
 */
export function storeReceipt({ id, userId }: Transaction, kind: ReceiptKind, receipt: StoredReceipt): Promise<boolean> {
  return writeIfConditionsHold([
    putIfAbsent({ ...receiptKey(id, kind), entity: kind, ...receipt }),
    liveUserCheck(userId),
  ]);
}
