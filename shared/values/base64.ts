/** Decodes files from Base64 in request bodies. */

/**
 * Decodes Base64; returns `undefined` for any other text. White space between characters and missing padding are allowed. As a
 * check, the function encodes the result again and compares the two texts. This check takes linear time, also for malicious text.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const base64 = stripWhiteSpace(text);
  const content = Buffer.from(base64, 'base64');
  const encoded = content.toString('base64');
  const padding = encoded.indexOf('=');
  const isSame = base64 === encoded || (padding !== -1 && base64 === encoded.slice(0, padding));
  return isSame ? content : undefined;
}

/** Removes spaces and the control characters from tab to carriage return. A regular expression would be many times slower. */
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

/** Returns the Base64 length of a number of bytes, with a line break of two characters after every 76 characters (RFC 2045). */
export function base64Characters(bytes: number): number {
  return Math.ceil((Math.ceil(bytes / 3) * 4 * 78) / 76);
}
