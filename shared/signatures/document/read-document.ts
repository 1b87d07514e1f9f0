/** Reads the document of a signature. The first request creates the document; every later request returns the same bytes. */
import { readKeptFile, storeDocument } from '#shared/documents/kept-file';
import { readBranding } from '#shared/partners/branding/repository';
import { findFormerPerson, findPerson } from '#shared/signatures/associated-persons/repository';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import type { Declaration, SignedFile } from '#shared/signatures/domain/declaration';
import { lockEnd } from '#shared/signatures/lock-end';
import { parseSignedDeclaration } from './parse-signed-declaration';
import { findSignedDocument, keepSignedDocument, type StoredDocument } from './repository';
import { signaturePdf } from './signature-pdf';

/** Finds a person of a business and the person's signed declaration. Also finds persons who were removed from the business. */
export async function findSigner(
  userId: string,
  personId: string,
): Promise<{ readonly person: AssociatedPerson | undefined; readonly signer: Signer | undefined }> {
  const [former, stored, document] = await Promise.all([
    findFormerPerson(userId, personId),
    findPerson(userId, personId),
    findSignedDocument(userId, personId),
  ]);
  const person = former?.declaration?.signed === undefined ? stored : former;
  return { person, signer: asSigner(person, document) };
}

/** A person of a business and the declaration that the person signed. */
export interface Signer {
  readonly person: AssociatedPerson;
  readonly declaration: Declaration;
  readonly signed: SignedFile;
  /** The document; `undefined` before the first request creates it. */
  readonly document: StoredDocument | undefined;
}

interface Making {
  readonly nowMs: number;
  readonly partnerId: string;
}

/** A document for the response to a partner or to the signer. */
export interface SignedDocument {
  readonly body: string;
  readonly sha256: string;
}

/** Returns the person as a signer; `undefined` if the declaration is not signed. */
export function asSigner(
  person: AssociatedPerson | undefined,
  document: StoredDocument | undefined,
): Signer | undefined {
  const declaration = person?.declaration;
  const signed = declaration?.signed;
  return person && declaration && signed && { person, declaration, signed, document };
}

/**
 * Returns the stored document, or stores a new file and then its table record. Of two concurrent records, the first is valid.
 * @throws Problem 500 if the digest of a file differs from the stored digest
 */
export async function readDocument(signer: Signer, { nowMs, partnerId }: Making): Promise<SignedDocument> {
  const { person, declaration, signed } = signer;
  if (signer.document !== undefined) return readMade(signer.document);
  const [record, branding] = await Promise.all([
    readKeptFile(signed, subjectOf(declaration.id)),
    readBranding(partnerId),
  ]);
  const made = { sha256: signed.sha256, madeAtMs: nowMs, branding };
  const body = await signaturePdf(parseSignedDeclaration(record), made);
  const keyFor = (digest: string) => `people/${person.userId}/signatures/${declaration.id}-${digest}.pdf`;
  const { key, sha256 } = await storeDocument(body, keyFor, lockEnd(signed.atMs, nowMs));
  const document = { declarationId: declaration.id, key, sha256, madeAtMs: nowMs };
  if (await keepSignedDocument(person.userId, person.id, document)) return { body, sha256 };
  const first = await findSignedDocument(person.userId, person.id);
  if (first === undefined) throw new Error('A document that was made at the same time is not there');
  return readMade(first);
}

async function readMade(document: StoredDocument): Promise<SignedDocument> {
  const content = await readKeptFile(document, subjectOf(document.declarationId));
  return { body: new TextDecoder().decode(content), sha256: document.sha256 };
}

const subjectOf = (declarationId: string) => `The declaration is ${declarationId}`;
