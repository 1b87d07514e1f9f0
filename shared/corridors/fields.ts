/** The invoice of a payout, as requests carry it: Base64 inside the JSON body. */
import * as z from 'zod/mini';
import { stage } from '#shared/platform/config/environment';

/** The largest invoice, decoded: 4 MB. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Base64 of the largest invoice, with a line break of two characters after each 76 (RFC 2045). */
export const MAX_INVOICE_CHARACTERS = Math.ceil((Math.ceil(MAX_BYTES / 3) * 4 * 78) / 76);

/** A PDF may begin with other bytes: its mark stands within the first 1,024 (ISO 32000, implementation notes). */
const PDF_MARK = '%PDF-';
const PDF_MARK_WITHIN = 1024;

/**
 * The content of an invoice. White space between the characters is allowed, and a blank text is no invoice. What is
 * decoded and encoded again must be what was sent: that takes time in proportion to the length, whatever was sent.
 */
export const invoiceFile = z.optional(
  z.pipe(
    z.string().check(z.maxLength(MAX_INVOICE_CHARACTERS)),
    z.transform((text: string, { issues }): Uint8Array | undefined => {
      const base64 = stripWhiteSpace(text);
      if (base64 === '') return undefined;
      const content = Buffer.from(base64, 'base64');
      const violation = invoiceViolation(base64, content);
      if (violation === undefined) return content;
      issues.push({ code: 'custom', message: violation, input: text });
      return undefined;
    }),
  ),
);

/** Blank, and the controls from tab to carriage return. A loop over bytes is many times faster here than a pattern. */
function stripWhiteSpace(text: string): string {
  const bytes = Buffer.from(text);
  let length = 0;
  for (const byte of bytes) {
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) continue;
    bytes[length] = byte;
    length += 1;
  }
  return bytes.toString('utf8', 0, length);
}

function invoiceViolation(base64: string, content: Buffer): string | undefined {
  if (content.length === 0 || !matchesEncoding(base64, content)) return 'Must be Base64';
  if (content.length > MAX_BYTES) return 'Must be at most 4 MB';
  const isPdf = content.subarray(0, PDF_MARK_WITHIN).includes(PDF_MARK);
  return stage() === 'production' && !isPdf ? 'Must be a PDF' : undefined;
}

/** The padding may be left out, and nothing else may differ. */
function matchesEncoding(base64: string, content: Buffer): boolean {
  const encoded = content.toString('base64');
  const padding = encoded.indexOf('=');
  return base64 === encoded || (padding !== -1 && base64 === encoded.slice(0, padding));
}
