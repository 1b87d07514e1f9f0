/** Issued receipts: the text in each language, returned unchanged. */
import * as z from 'zod/mini';
import { absent, allOf, itemExists } from '#shared/dynamodb/expressions';
import { receiptKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { liveUserCheck } from '#shared/users/repository';
import type { Language } from '#shared/values/languages';

/** Receipts of a transaction: for its completion, and for a returned payout. */
export type ReceiptKind = 'RECEIPT' | 'RETURN_RECEIPT';

const receiptItem = z.object({
  receiptId: z.string(),
  /** JSON by language. */
  texts: z.object({ en: z.string(), es: z.string(), pt: z.string() }),
  /** Hex SHA-256 digest of the PDF by language; absent until the PDF is created. */
  pdfEn: z.optional(z.string()),
  pdfEs: z.optional(z.string()),
  pdfPt: z.optional(z.string()),
});

const digestNames = { en: 'pdfEn', es: 'pdfEs', pt: 'pdfPt' } as const;

export type StoredReceipt = Readonly<z.infer<typeof receiptItem>>;

export function findReceipt(transactionId: string, kind: ReceiptKind): Promise<StoredReceipt | undefined> {
  return readRecord(receiptKey(transactionId, kind), (raw) => receiptItem.parse(raw));
}

/** Stores a receipt. @returns false if a receipt is already stored or the user was erased; nothing was written */
export function storeReceipt({ id, userId }: Transaction, kind: ReceiptKind, receipt: StoredReceipt): Promise<boolean> {
  return writeIfConditionsHold([
    putIfAbsent({ ...receiptKey(id, kind), entity: kind, ...receipt }),
    liveUserCheck(userId),
  ]);
}

/** Returns the digest of a receipt's PDF; `undefined` if no PDF exists in the language. */
export function pdfDigest(receipt: StoredReceipt, language: Language): string | undefined {
  return receipt[digestNames[language]];
}

/** Saves the digest of a receipt's PDF. @returns false if a digest exists or the receipt was erased; nothing was written */
export function keepPdfDigest(
  { id }: Transaction,
  kind: ReceiptKind,
  { language, sha256 }: { readonly language: Language; readonly sha256: string },
): Promise<boolean> {
  const name = digestNames[language];
  const condition = allOf(itemExists, absent(name));
  return writeIfConditionsHold([updateItem(receiptKey(id, kind), { set: { [name]: sha256 }, condition })]);
}
