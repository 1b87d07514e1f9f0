/** Files in the layer of the functions that create documents. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { documentFiles } from '#shared/documents/files';
import { placeFiles } from './handlers/files-beside';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const files = Object.entries(documentFiles);

/**
 * Creates a folder with the document files, and sets DOCUMENT_FILES to its path. Deletes the folder at the end of the test file.
 */
export function makeDocumentFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  for (const [name, path] of files) symlinkSync(join(REPOSITORY, path), join(folder, name));
  process.env.DOCUMENT_FILES = folder;
  afterAll(() => rmSync(folder, { recursive: true }));
}

/** Makes the document files available in memory until the end of the test file. */
export function placeDocumentFiles(): void {
  placeFiles(Object.fromEntries(files.map(([name, path]) => [name, readFileSync(join(REPOSITORY, path))])));
}
