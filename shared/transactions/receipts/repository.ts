/** Receipts as they were issued: the text of each language, which is returned unchanged. */
import * as z from 'zod/mini';
import { absent, allOf, itemExists } from '#shared/dynamodb/expressions';
import { receiptKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { liveUserCheck } from '#shared/users/repository';
import type { Language } from '#shared/values/languages';

/** Documents of a transaction: that it was completed, and that its payout came back. */
export type ReceiptKind = 'RECEIPT' | 'RETURN_RECEIPT';

const receiptItem = z.object({
  receiptId: z.string(),
  /** JSON by language. */
  texts: z.object({ en: z.string(), es: z.string(), pt: z.string() }),
  /** Digest of the PDF in each language that one was made in: hex SHA-256. */
  pdfEn: z.optional(z.string()),
  pdfEs: z.optional(z.string()),
  pdfPt: z.optional(z.string()),
});

const digestNames = { en: 'pdfEn', es: 'pdfEs', pt: 'pdfPt' } as const;

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

/** The digest of a receipt's PDF; `undefined` if none was made in the language. */
export function pdfDigest(receipt: StoredReceipt, language: Language): string | undefined {
  return receipt[digestNames[language]];
}

/**
 * Keeps a file as the PDF of a receipt.
 *
 * @returns false when there is one already, or when the receipt has been erased: nothing was written then
 */
export function keepPdfDigest(
  { id }: Transaction,
  kind: ReceiptKind,
  { language, sha256 }: { readonly language: Language; readonly sha256: string },
): Promise<boolean> {
  const name = digestNames[language];
  const condition = allOf(itemExists, absent(name));
  return writeIfConditionsHold([updateItem(receiptKey(id, kind), { set: { [name]: sha256 }, condition })]);
}
