import Negotiator from 'negotiator';
import { negotiateLanguage } from '#shared/hosted-pages/layout';
import { payerCountry } from '#shared/transactions/domain/transaction';
import type { Language } from '#shared/values/languages';
import { type IssuedReceipt, readReceiptDocument } from './receipt-document';

const PDF = 'application/pdf';

/** Request for a receipt: its language and form. */
interface ReceiptRequest {
  /** @default that of the transaction's country */
  readonly language: Language | undefined;
  /** Media types that the caller takes (RFC 9110, 12.5.1). JSON goes before an equally welcome PDF. */
  readonly accept: string | undefined;
  readonly nowMs: number;
}

/** The response with a receipt as it was issued: its data, or its file. @throws Problem as `readReceiptDocument` */
export async function toReceiptReply(issued: IssuedReceipt, { language: chosen, accept, nowMs }: ReceiptRequest) {
  const country = payerCountry(issued.transaction);
  const language = chosen ?? negotiateLanguage({ acceptLanguage: undefined, chosen: undefined }, country);
  if (!wantsPdf(accept)) return { data: JSON.parse(issued.receipt.texts[language]) };
  const { body, sha256, name } = await readReceiptDocument(issued, { language, nowMs });
  const headers = {
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-document-sha256': sha256,
  };
  return { file: { contentType: PDF, body, headers } };
}

function wantsPdf(accept: string | undefined): boolean {
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', PDF]) === PDF;
}
