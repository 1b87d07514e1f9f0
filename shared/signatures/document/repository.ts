/** Records of a signature next to its person: the first visit to its page, and the document that was made of it. */
import * as z from 'zod/mini';
import { pageOpeningKey, signedDocumentKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent } from '#shared/dynamodb/writes';
import type { PageOpening } from '#shared/signatures/domain/signed-declaration';

const openingItem = z.object({ atMs: z.number(), ipAddress: z.string(), userAgent: z.string() });

/** The first visit to the page of a declaration, if there was one. */
export function findPageOpening(userId: string, declarationId: string): Promise<PageOpening | undefined> {
  return readRecord(pageOpeningKey(userId, declarationId), (raw) => openingItem.parse(raw));
}

/** Stores the first visit; an earlier stored visit stays. */
export async function keepPageOpening(userId: string, declarationId: string, opening: PageOpening): Promise<void> {
  await writeIfConditionsHold([
    putIfAbsent({ ...pageOpeningKey(userId, declarationId), entity: 'PAGE_OPENING', ...opening }),
  ]);
}

const documentItem = z.object({
  declarationId: z.string(),
  key: z.string(),
  /** Hex, of the bytes of the file. */
  sha256: z.string(),
  /** Epoch ms. */
  madeAtMs: z.number(),
});

export type StoredDocument = Readonly<z.infer<typeof documentItem>>;

/** Finds the document of a signed declaration, if it was made. */
export function findSignedDocument(userId: string, personId: string): Promise<StoredDocument | undefined> {
  return readRecord(signedDocumentKey(userId, personId), (raw) => documentItem.parse(raw));
}

/** Stores the document of a person. @returns false if the person already has one; then nothing was written */
export function keepSignedDocument(userId: string, personId: string, document: StoredDocument): Promise<boolean> {
  return writeIfConditionsHold([
    putIfAbsent({ ...signedDocumentKey(userId, personId), entity: 'SIGNED_DOCUMENT', ...document }),
  ]);
}
