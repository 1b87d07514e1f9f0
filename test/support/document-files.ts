/** The files that lie beside functions which make documents, as a build puts them there. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { documentFiles } from '#shared/documents/files';
import { placeFiles } from './handlers/files-beside';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const files = Object.entries(documentFiles);

/** Makes a folder that holds them, until the tests of the file have ended. */
export function documentFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  for (const [name, path] of files) symlinkSync(join(REPOSITORY, path), join(folder, name));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Has handlers find them beside themselves, until the tests of the file have ended. */
export function placeDocumentFiles(): void {
  placeFiles(Object.fromEntries(files.map(([name, path]) => [name, readFileSync(join(REPOSITORY, path))])));
}
