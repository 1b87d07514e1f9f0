/** Validation of a payout's invoice in requests: a Base64 text in the JSON body. */
import * as z from 'zod/mini';
import { stage } from '#shared/platform/config/environment';
import { base64Characters, decodeBase64 } from '#shared/values/base64';

/** Maximum size of a decoded invoice: 4 MB. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Maximum length of an invoice as Base64 text. */
export const MAX_INVOICE_CHARACTERS = base64Characters(MAX_BYTES);

/** Signature of a PDF. Other bytes may precede it, but it starts in the first 1,024 bytes (ISO 32000, implementation notes). */
const PDF_MARK = '%PDF-';
const PDF_MARK_WITHIN = 1024;

/** Schema that decodes an invoice. A blank text counts as no invoice. */
export const invoiceFile = z.optional(
  z.pipe(
    z.string().check(z.maxLength(MAX_INVOICE_CHARACTERS)),
    z.transform((text: string, { issues }): Uint8Array | undefined => {
      const content = decodeBase64(text);
      if (content?.length === 0 && text.trim() === '') return undefined;
      const violation = invoiceViolation(content);
      if (violation === undefined) return content;
      issues.push({ code: 'custom', message: violation, input: text });
      return undefined;
    }),
  ),
);

function invoiceViolation(content: Buffer | undefined): string | undefined {
  if (content === undefined || content.length === 0) return 'Must be Base64';
  if (content.length > MAX_BYTES) return 'Must be at most 4 MB';
  const isPdf = content.subarray(0, PDF_MARK_WITHIN).includes(PDF_MARK);
  return stage() === 'production' && !isPdf ? 'Must be a PDF' : undefined;
}
