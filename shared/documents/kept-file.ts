/** Generated documents that are stored as files. The service returns exactly the stored file, or an error. */
import { storedFileChanged } from '#shared/api/problems';
import { FileNotFound, FileTooLarge, readFile, storeFile } from '#shared/platform/files/files';
import { logError, metric } from '#shared/platform/observability/log';
import { sha256Hex } from '#shared/values/sha256';

/** Maximum size to read, in bytes. A signed declaration has up to about 60 KB. A document with all fonts has about 200 KB. */
const MAX_BYTES = 2_000_000;
/** Timeout of a file operation. The gateway's timeout for the whole request is 14.5 s. */
const FILE_MS = 4000;

/** A stored file with its recorded SHA-256 digest (hex). */
export interface KeptFile {
  readonly key: string;
  readonly sha256: string;
}

/**
 * Reads a file and checks its digest. `subject` identifies the document in the error log, as a sentence: "The declaration is …"
 * @throws Problem 500 if the file is missing, is too large, or does not have the recorded digest
 */
export async function readKeptFile({ key, sha256 }: KeptFile, subject: string): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(FILE_MS);
  const found = await readFile(key, MAX_BYTES, { signal }).catch((error: unknown) => {
    if (error instanceof FileNotFound || error instanceof FileTooLarge) return undefined;
    throw error;
  });
  if (found !== undefined && sha256Hex(found.content) === sha256) return found.content;
  logError('a kept file is not the one that was stored', new Error(subject));
  metric('signedFileChanged', 1);
  throw storedFileChanged();
}

/**
 * Stores a document in a new file. Callers save the key or the digest only after this function returns.
 * @throws FileNotStored
 */
export async function storeDocument(
  body: string,
  keyFor: (sha256: string) => string,
  lockedUntilMs?: number,
): Promise<KeptFile> {
  const content = new TextEncoder().encode(body);
  const sha256 = sha256Hex(content);
  const key = keyFor(sha256);
  const signal = AbortSignal.timeout(FILE_MS);
  await storeFile({ key, content, contentType: 'application/pdf', lockedUntilMs }, { signal });
  return { key, sha256 };
}
