/** PDF of a receipt: created at the first request in a language. Later responses contain the same bytes. */
import { receiptErased } from '#shared/api/problems';
import { readKeptFile, storeDocument } from '#shared/documents/kept-file';
import { readBranding } from '#shared/partners/branding/repository';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Language } from '#shared/values/languages';
import { findReceipt, keepPdfDigest, pdfDigest, type ReceiptKind, type StoredReceipt } from './repository';
import { receiptPdf, showReceipt } from './shown-receipt';

/** An issued receipt with its transaction. */
export interface IssuedReceipt {
  readonly transaction: Transaction;
  readonly kind: ReceiptKind;
  readonly receipt: StoredReceipt;
}

interface Making {
  readonly language: Language;
  readonly nowMs: number;
}

/** PDF file for a response. */
export interface ReceiptDocument {
  readonly body: string;
  /** Hex. */
  readonly sha256: string;
  /** Suggested file name. */
  readonly name: string;
}

/**
 * Returns the PDF of a receipt. If two requests create the PDF concurrently, the digest saved first determines the document.
 * @throws Problem 500 if the file differs from the saved digest; 404 if the user was erased in the meantime
 */
export async function readReceiptDocument(issued: IssuedReceipt, making: Making): Promise<ReceiptDocument> {
  const { transaction, kind, receipt } = issued;
  const { language, nowMs } = making;
  const sha256 = pdfDigest(receipt, language);
  if (sha256 !== undefined) return readMade(issued, { language, sha256 });
  const branding = await readBranding(transaction.partnerId);
  const shown = showReceipt(receipt, kind, language);
  const body = await receiptPdf(shown, { language, madeAtMs: nowMs, branding });
  const made = await storeDocument(body, (digest) => fileKey(issued, { language, sha256: digest }));
  if (await keepPdfDigest(transaction, kind, { language, sha256: made.sha256 }))
    return { body, sha256: made.sha256, name: fileName(issued) };
  const first = await findReceipt(transaction.id, kind);
  const kept = first && pdfDigest(first, language);
  if (kept === undefined) throw receiptErased();
  return readMade(issued, { language, sha256: kept });
}

interface KeptPdf {
  readonly language: Language;
  readonly sha256: string;
}

async function readMade(issued: IssuedReceipt, pdf: KeptPdf): Promise<ReceiptDocument> {
  const file = { key: fileKey(issued, pdf), sha256: pdf.sha256 };
  const content = await readKeptFile(file, `The receipt is ${issued.receipt.receiptId}`);
  return { body: new TextDecoder().decode(content), sha256: pdf.sha256, name: fileName(issued) };
}

function fileKey({ transaction, receipt }: IssuedReceipt, { language, sha256 }: KeptPdf): string {
  return `people/${transaction.userId}/receipts/${receipt.receiptId}-${language}-${sha256}.pdf`;
}

const fileName = ({ receipt }: IssuedReceipt) => `receipt-${receipt.receiptId}.pdf`;
