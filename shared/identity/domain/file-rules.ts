/** Rules for verification files, by use of the file. */
import type { StageName } from '#shared/values/stage-name';

export const fileUses = ['SELFIE', 'IDENTITY', 'DOCUMENT'] as const;
export type FileUse = (typeof fileUses)[number];

const MB = 1024 * 1024;

/** Maximum file size by use, in bytes: 3, 5 and 10 MB. One MB is 1,048,576 bytes. */
export const maxFileBytes: Readonly<Record<FileUse, number>> = { SELFIE: 3 * MB, IDENTITY: 5 * MB, DOCUMENT: 10 * MB };

/** Content type of unknown files, which only the sandbox stores. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Returns the content type of a file, detected from its bytes; `undefined` if the stage rejects the file. */
export function storedContentType(content: Uint8Array, use: FileUse, stage: StageName): string | undefined {
  const type = detectFileType(content);
  if (stage === 'sandbox') return type ?? UNKNOWN_TYPE;
  return use === 'SELFIE' && type === 'application/pdf' ? undefined : type;
}

export const fileTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf'] as const;
export type FileType = (typeof fileTypes)[number];

/** First bytes of each file type, as Latin-1 text. */
const firstBytes: readonly (readonly [FileType, RegExp])[] = [
  // ISO/IEC 10918-1: start of image, and the first byte of the next marker.
  ['image/jpeg', /^\xff\xd8\xff/],
  // W3C PNG, section 5.2.
  ['image/png', /^\x89PNG\r\n\cZ\n/],
  ['image/gif', /^GIF8[79]a/],
  // RFC 9649: a RIFF container; the four bytes in between are its size.
  ['image/webp', /^RIFF.{4}WEBP/s],
  // ISO 32000-1. PDF readers also accept a later header, but a file that starts with other data is rejected here.
  ['application/pdf', /^%PDF-/],
];

/** Maximum number of bytes that a pattern in `firstBytes` matches. */
const MAX_FIRST_BYTES = 12;

/**
 * Detects the type of a file from its first bytes, regardless of its name and declared type. Returns `undefined` for an unknown
 * type, also if a known type starts later in the file.
 */
export function detectFileType(content: Uint8Array): FileType | undefined {
  const start = String.fromCharCode(...content.subarray(0, MAX_FIRST_BYTES));
  return firstBytes.find(([, pattern]) => pattern.test(start))?.[0];
}
