/** Recognises the type of a file by its bytes. The declared type and the file name are ignored. */

export const fileTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf'] as const;
export type FileType = (typeof fileTypes)[number];

/** First bytes of a file of a type: Latin-1 text at an offset, all of the parts. */
interface MagicBytes {
  readonly type: FileType;
  readonly parts: readonly { readonly at: number; readonly text: string }[];
}

const magicBytes: readonly MagicBytes[] = [
  // ISO/IEC 10918-1: start of image, and the first byte of the marker after it.
  { type: 'image/jpeg', parts: [{ at: 0, text: '\xff\xd8\xff' }] },
  // PNG (W3C), section 5.2.
  { type: 'image/png', parts: [{ at: 0, text: '\x89PNG\r\n\x1a\n' }] },
  { type: 'image/gif', parts: [{ at: 0, text: 'GIF87a' }] },
  { type: 'image/gif', parts: [{ at: 0, text: 'GIF89a' }] },
  // RFC 9649: a RIFF container; the four bytes between are its size.
  {
    type: 'image/webp',
    parts: [
      { at: 0, text: 'RIFF' },
      { at: 8, text: 'WEBP' },
    ],
  },
  // ISO 32000-1: readers also take the header further down; a file that is something else before it is not taken here.
  { type: 'application/pdf', parts: [{ at: 0, text: '%PDF-' }] },
];

/** The type that a file's first bytes prove; `undefined` for anything else, also for a type that only follows something else. */
export function detectFileType(content: Uint8Array): FileType | undefined {
  return magicBytes.find(({ parts }) => parts.every(({ at, text }) => matchesAt(content, at, text)))?.type;
}

function matchesAt(content: Uint8Array, at: number, text: string): boolean {
  return [...text].every((character, position) => content[at + position] === character.charCodeAt(0));
}
