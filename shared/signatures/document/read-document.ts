/** The document of a signature: made when it is first asked for, and the same bytes from then on. */
import { storedFileChanged } from '#shared/api/problems';
import { FileNotFound, FileTooLarge, readFile, storeFile } from '#shared/platform/files/files';
import { logError } from '#shared/platform/observability/log';
import { metric } from '#shared/platform/observability/metric';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import type { Declaration, SignedFile } from '#shared/signatures/domain/declaration';
import { lockEnd } from '#shared/signatures/lock-end';
import { sha256Hex } from '#shared/values/sha256';
import { parseSignedDeclaration } from './parse-signed-declaration';
import { findSignedDocument, keepSignedDocument, type StoredDocument } from './repository';
import { signaturePdf } from './signature-pdf';

/** A record with the longest drawing has some 60 KB, a document with fonts for every script some 200 KB. */
const MAX_BYTES = 2_000_000;
/** The gateway waits for 14.5 s in all. */
const FILE_MS = 4000;

/** A person with the declaration that it signed. */
export interface Signer {
  readonly person: AssociatedPerson;
  readonly declaration: Declaration;
  readonly signed: SignedFile;
  /** The document, if it was made. */
  readonly document: StoredDocument | undefined;
}

interface Making {
  /** The folder of the function's bundle, where the fonts are. */
  readonly folder: string;
  readonly nowMs: number;
}

/** A file to give out. */
export interface SignedDocument {
  readonly body: string;
  readonly sha256: string;
}

/** The signer, where the declaration is signed. */
export function asSigner(
  person: AssociatedPerson | undefined,
  document: StoredDocument | undefined,
): Signer | undefined {
  const declaration = person?.declaration;
  const signed = declaration?.signed;
  return person && declaration && signed && { person, declaration, signed, document };
}

/**
 * The document as it was made. Its file is in the bucket before it counts; of two that are made at once the first one
 * that counts is the document, and the other is nobody's.
 *
 * @throws Problem 500 when a file is not the one that was stored
 */
export async function readDocument(signer: Signer, { folder, nowMs }: Making): Promise<SignedDocument> {
  const { person, declaration, signed } = signer;
  if (signer.document !== undefined) return readMade(signer.document);
  const record = await readUnchanged(signed, declaration.id);
  const made = { sha256: signed.sha256, madeAtMs: nowMs, folder };
  const body = await signaturePdf(parseSignedDeclaration(record), made);
  const content = new TextEncoder().encode(body);
  const sha256 = sha256Hex(content);
  const key = `people/${person.userId}/signatures/${declaration.id}-${sha256}.pdf`;
  const lockedUntilMs = lockEnd(signed.atMs, nowMs);
  const signal = AbortSignal.timeout(FILE_MS);
  await storeFile({ key, content, contentType: 'application/pdf', lockedUntilMs }, { signal });
  const document = { declarationId: declaration.id, key, sha256, madeAtMs: nowMs };
  if (await keepSignedDocument(person.userId, person.id, document)) return { body, sha256 };
  const first = await findSignedDocument(person.userId, person.id);
  if (first === undefined) throw new Error('A document that was made at the same time is not there');
  return readMade(first);
}

async function readMade(document: StoredDocument): Promise<SignedDocument> {
  const content = await readUnchanged(document, document.declarationId);
  return { body: new TextDecoder().decode(content), sha256: document.sha256 };
}

/** Reads a file that must be the one whose digest is on record. One that is gone or larger is another one too. */
async function readUnchanged(
  { key, sha256 }: Pick<StoredDocument, 'key' | 'sha256'>,
  declarationId: string,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(FILE_MS);
  const content = await readFile(key, MAX_BYTES, { signal }).catch((error: unknown) => {
    if (error instanceof FileNotFound || error instanceof FileTooLarge) return undefined;
    throw error;
  });
  if (content !== undefined && sha256Hex(content.content) === sha256) return content.content;
  logError('a signed file is not the one that was stored', new Error(`The declaration is ${declarationId}`));
  metric('signedFileChanged', 1);
  throw storedFileChanged();
}
