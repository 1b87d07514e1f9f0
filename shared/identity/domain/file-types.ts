/** Recognises the type of a file by its bytes. The declared type and the file name are ignored. */

export const fileTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf'] as const;
export type FileType = (typeof fileTypes)[number];

/** First bytes of a file of a type, as Latin-1 text. */
const firstBytes: readonly (readonly [FileType, RegExp])[] = [
  // ISO/IEC 10918-1: start of image, and the first byte of the marker after it.
  ['image/jpeg', /^\xff\xd8\xff/],
  // PNG (W3C), section 5.2.
  ['image/png', /^\x89PNG\r\n\cZ\n/],
  ['image/gif', /^GIF8[79]a/],
  // RFC 9649: a RIFF container; the four bytes between are its size.
  ['image/webp', /^RIFF.{4}WEBP/s],
  // ISO 32000-1: readers also take the header further down; a file that is something else before it is not taken here.
  ['application/pdf', /^%PDF-/],
];

/** Bytes that tell the types apart. */
const LONGEST = 12;

/** The type that a file's first bytes prove; `undefined` for anything else, also for a type that only follows something else. */
export function detectFileType(content: Uint8Array): FileType | undefined {
  const start = String.fromCharCode(...content.subarray(0, LONGEST));
  return firstBytes.find(([, pattern]) => pattern.test(start))?.[0];
}
