/**
 * Stores the files of a verification in the bucket. The files come from a partner's URLs or from the hosted page. This module
 * also checks the files from URLs.
 */
import { createHash } from 'node:crypto';
import { stage } from '#shared/platform/config/environment';
import { storeFile } from '#shared/platform/files/files';
import { type FileUse, maxFileBytes, storedContentType } from './domain/file-rules';
import type { VerificationFile } from './domain/identity-verification';

/** A checked file that can be stored. */
export interface CheckedFile {
  readonly field: string;
  readonly content: Uint8Array;
  readonly contentType: string;
}

/** The file was read, but a verification does not accept it. The message contains the reason. */
export class FileRejected extends Error {
  override readonly name = 'FileRejected';
}

/** Checks the size and content of a file. The rules depend on the use of the file and on the stage. @throws FileRejected */
export function checkFile(field: string, use: FileUse, content: Uint8Array): CheckedFile {
  if (content.byteLength === 0) throw new FileRejected('File is empty');
  if (content.byteLength > maxFileBytes[use]) throw new FileRejected('File is too large');
  const contentType = storedContentType(content, use, stage());
  if (contentType === undefined) throw new FileRejected('File type is not accepted');
  return { field, content, contentType };
}

/** Stores all files of a verification in parallel, within `withinMs` in total. @throws FileNotStored */
export async function storeFiles(
  { userId, verificationId }: { readonly userId: string; readonly verificationId: string },
  files: readonly CheckedFile[],
  withinMs: number,
): Promise<VerificationFile[]> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), Math.max(0, withinMs));
  try {
    return await Promise.all(
      files.map(async ({ field, content, contentType }) => {
        const sha256 = createHash('sha256').update(content).digest('hex');
        // The key contains the digest, so simultaneous submissions do not overwrite each other's files.
        const key = `people/${userId}/kyc/${verificationId}/${field.replaceAll('.', '-')}-${sha256.slice(0, 32)}`;
        await storeFile({ key, content, contentType }, { signal: stop.signal });
        return { field, key, contentType, size: content.byteLength, sha256 };
      }),
    );
  } finally {
    clearTimeout(timer);
    // After a failure, stops the other uploads: none may continue after the response.
    stop.abort();
  }
}
