/** Generated documents that are kept as files. The service returns exactly the stored file, or an error. */
import { storedFileChanged } from '#shared/api/problems';
import { FileNotFound, FileTooLarge, readFile, storeFile } from '#shared/platform/files/files';
import { logError, metric } from '#shared/platform/observability/log';
import { sha256Hex } from '#shared/values/sha256';

/** A record with the longest drawing has some 60 KB, a document with fonts for every script some 200 KB. */
const MAX_BYTES = 2_000_000;
/** The gateway waits for 14.5 s in all. */
const FILE_MS = 4000;

/** A file with the digest that is on record of it: hex SHA-256. */
export interface KeptFile {
  readonly key: string;
  readonly sha256: string;
}

/**
 * Reads a file and compares its digest with the digest on record. A missing or larger file counts as different.
 * @param subject what it is of, for the log: "The declaration is …"
 * @throws Problem 500 when it is another one
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
 * Stores a document under a separate key, before anything refers to it.
 * @param keyFor the key by the document's digest
 * @param lockedUntilMs epoch ms. @default it is not locked
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
