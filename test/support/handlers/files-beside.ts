/** In-memory versions of files that a build places next to a function's bundle. */
import fs, { type PathOrFileDescriptor } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { afterAll } from 'vitest';

/** Makes `readFileSync` return these contents by file name, until the end of the test file. */
export function placeFiles(contents: Readonly<Record<string, string | Uint8Array>>): void {
  const { readFileSync } = fs;
  const read = (path: PathOrFileDescriptor, encoding: BufferEncoding) =>
    contents[basename(String(path))] ?? readFileSync(path, encoding);
  Object.assign(fs, { readFileSync: read });
  syncBuiltinESMExports();
  afterAll(() => {
    Object.assign(fs, { readFileSync });
    syncBuiltinESMExports();
  });
}
