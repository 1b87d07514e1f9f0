/** Files in Base64, as bodies of requests carry them. */

/**
 * The bytes of a Base64 text; `undefined` for any other text. White space between the characters is allowed, and the
 * padding may be left out. What is decoded and encoded again must be what was sent: that takes time in proportion to the
 * length, whatever was sent.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const base64 = stripWhiteSpace(text);
  const content = Buffer.from(base64, 'base64');
  const encoded = content.toString('base64');
  const padding = encoded.indexOf('=');
  const isSame = base64 === encoded || (padding !== -1 && base64 === encoded.slice(0, padding));
  return isSame ? content : undefined;
}

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

/** Characters of the Base64 of so many bytes, with a line break of two characters after each 76 (RFC 2045). */
export function base64Characters(bytes: number): number {
  return Math.ceil((Math.ceil(bytes / 3) * 4 * 78) / 76);
}
