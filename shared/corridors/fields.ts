/** The invoice of a payout, as requests carry it: Base64 inside the JSON body. */
import * as z from 'zod/mini';
import { stage } from '#shared/platform/config/environment';
import { base64Characters, decodeBase64 } from '#shared/values/base64';

/** The largest invoice, decoded: 4 MB. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Base64 of the largest invoice. */
export const MAX_INVOICE_CHARACTERS = base64Characters(MAX_BYTES);

/** A PDF may begin with other bytes: its mark is within the first 1,024 (ISO 32000, implementation notes). */
const PDF_MARK = '%PDF-';
const PDF_MARK_WITHIN = 1024;

/** The content of an invoice; a blank text is no invoice. */
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
