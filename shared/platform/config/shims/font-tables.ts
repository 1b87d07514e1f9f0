/**
 * Stands in for what unpacks the fonts' metrics in the PDF library: Node's own zlib takes
 * a millisecond for what takes 20 in JavaScript that runs for the first time.
 */
import { inflateSync } from 'node:zlib';

/** The JSON text of a table. @param packed deflated, in base64 */
export function decompressJson(packed: string): string {
  return inflateSync(Buffer.from(packed, 'base64')).toString('latin1');
}

export function padStart(text: string, length: number, character: string): string {
  return text.padStart(length, character);
}
