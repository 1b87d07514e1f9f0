/** Extracts the text of a PDF with pdf.js, which is independent of our code that writes PDFs. */
import { getDocument } from './pdf-js';

/**
 * Returns the text of all pages in drawing order, with each run of white space as one space. @throws Error if the file is not a
 * PDF
 */
export async function readPdfText(file: string | Uint8Array): Promise<string> {
  const data = typeof file === 'string' ? new TextEncoder().encode(file) : Uint8Array.from(file);
  const loading = getDocument({ data, verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join(''));
  }
  await loading.destroy();
  return pages.join(' ').replaceAll(/\s+/g, ' ').trim();
}
