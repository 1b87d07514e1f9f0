/**
 * The text that an uncompressed PDF of ours shows, in the order of drawing, lines joined by blanks. Its strings
 * are WinAnsi as hexadecimal, of which Latin-1 is the part that tests look at.
 */
export function readPdfText(pdf: string): string {
  return [...pdf.matchAll(/<([0-9A-F]*)> Tj/g)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join(' ');
}
