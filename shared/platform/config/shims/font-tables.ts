/**
 * Replaces the PDF library's decompression of font metrics: Node's own zlib takes a millisecond where JavaScript
 * takes 20 at its first run.
 */
import { inflateSync } from 'node:zlib';

/** The JSON text of a table. @param packed deflated, in base64 */
export function decompressJson(packed: string): string {
  return inflateSync(Buffer.from(packed, 'base64')).toString('latin1');
}

export function padStart(text: string, length: number, character: string): string {
  return text.padStart(length, character);
}
