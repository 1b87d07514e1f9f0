/** Rules for the files of a verification, by their purpose. */
import type { StageName } from '#shared/values/stage-name';

export const fileUses = ['SELFIE', 'IDENTITY', 'DOCUMENT'] as const;
export type FileUse = (typeof fileUses)[number];

const MB = 1024 * 1024;

/** Largest file of each use, in bytes: 3, 5 and 10 MB of 1,048,576 bytes. */
export const maxFileBytes: Readonly<Record<FileUse, number>> = { SELFIE: 3 * MB, IDENTITY: 5 * MB, DOCUMENT: 10 * MB };

/** The type of a file that could be anything, which only the sandbox keeps. */
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * The content type under which a file is stored, recognised by its bytes.
 *
 * @returns `undefined` if the file is not taken: in production anything but a picture or a PDF, and a selfie that is a PDF
 */
export function storedContentType(content: Uint8Array, use: FileUse, stage: StageName): string | undefined {
  const type = detectFileType(content);
  if (stage === 'sandbox') return type ?? UNKNOWN_TYPE;
  return use === 'SELFIE' && type === 'application/pdf' ? undefined : type;
}

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

/** Number of bytes of the longest signature. */
const MAX_FIRST_BYTES = 12;

/**
 * The type that a file's first bytes prove, regardless of its name and declared type; `undefined` for anything else,
 * also for a type that begins later in the file.
 */
export function detectFileType(content: Uint8Array): FileType | undefined {
  const start = String.fromCharCode(...content.subarray(0, MAX_FIRST_BYTES));
  return firstBytes.find(([, pattern]) => pattern.test(start))?.[0];
}
