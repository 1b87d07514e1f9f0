/**
 * The text that an uncompressed PDF of ours shows, in the order of drawing, lines joined by blanks. Its strings
 * are WinAnsi as hexadecimal; tests only read the part of it that is Latin-1.
 */
export function readPdfText(pdf: string): string {
  return [...pdf.matchAll(/<([0-9A-F]*)> Tj/g)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join(' ');
}
