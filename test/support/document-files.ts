/** The files of the layer of the functions that make documents. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { documentFiles } from '#shared/documents/files';
import { placeFiles } from './handlers/files-beside';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const files = Object.entries(documentFiles);

/** Makes a folder that holds them, and has the code find them there, until the tests of the file have ended. */
export function makeDocumentFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  for (const [name, path] of files) symlinkSync(join(REPOSITORY, path), join(folder, name));
  process.env.DOCUMENT_FILES = folder;
  afterAll(() => rmSync(folder, { recursive: true }));
}

/** Lets handlers find them in memory, until the tests of the file have ended. */
export function placeDocumentFiles(): void {
  placeFiles(Object.fromEntries(files.map(([name, path]) => [name, readFileSync(join(REPOSITORY, path))])));
}
