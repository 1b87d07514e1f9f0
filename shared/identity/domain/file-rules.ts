/** Rules for the files of a verification, by their purpose. */
import type { StageName } from '#shared/values/stage-name';
import { detectFileType } from './file-types';

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
 * @returns `undefined` where the file is not taken: in production anything but a picture or a PDF, and a selfie that is a PDF
 */
export function storedContentType(content: Uint8Array, use: FileUse, stage: StageName): string | undefined {
  const type = detectFileType(content);
  if (stage === 'sandbox') return type ?? UNKNOWN_TYPE;
  return use === 'SELFIE' && type === 'application/pdf' ? undefined : type;
}
