/** Records of a signature in the partition of the business: the first visit to the signing page, and the created document. */
import * as z from 'zod/mini';
import { pageOpeningKey, signedDocumentKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent } from '#shared/dynamodb/writes';
import type { PageOpening } from '#shared/signatures/domain/signed-declaration';

const openingItem = z.object({ atMs: z.number(), ipAddress: z.string(), userAgent: z.string() });

/** Returns the first visit to the page of a declaration; `undefined` before any visit. */
export function findPageOpening(userId: string, declarationId: string): Promise<PageOpening | undefined> {
  return readRecord(pageOpeningKey(userId, declarationId), (raw) => openingItem.parse(raw));
}

/** Stores the first visit. Later calls do not change the stored visit. */
export async function keepPageOpening(userId: string, declarationId: string, opening: PageOpening): Promise<void> {
  await writeIfConditionsHold([
    putIfAbsent({ ...pageOpeningKey(userId, declarationId), entity: 'PAGE_OPENING', ...opening }),
  ]);
}

const documentItem = z.object({
  declarationId: z.string(),
  key: z.string(),
  /** SHA-256 of the bytes of the file, hex. */
  sha256: z.string(),
  /** Epoch ms. */
  madeAtMs: z.number(),
});

export type StoredDocument = Readonly<z.infer<typeof documentItem>>;

/** Returns the document of a signed declaration; `undefined` before the first request creates it. */
export function findSignedDocument(userId: string, personId: string): Promise<StoredDocument | undefined> {
  return readRecord(signedDocumentKey(userId, personId), (raw) => documentItem.parse(raw));
}

/** Stores the document of a person. @returns false if the person already has a document; the call then writes nothing */
export function keepSignedDocument(userId: string, personId: string, document: StoredDocument): Promise<boolean> {
  return writeIfConditionsHold([
    putIfAbsent({ ...signedDocumentKey(userId, personId), entity: 'SIGNED_DOCUMENT', ...document }),
  ]);
}
