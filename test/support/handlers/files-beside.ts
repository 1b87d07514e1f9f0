/** Files that a build puts next to a function's bundle, in memory. */
import fs, { type PathOrFileDescriptor } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { afterAll } from 'vitest';

/** Lets `readFileSync` find these contents under these names, until the tests of the file have ended. */
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
