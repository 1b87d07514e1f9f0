/** `npm run docs` writes the generated documentation. */
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findDocsDrift } from './generate';

const ROOT = resolve(import.meta.dirname, '../..');

const differing = await findDocsDrift(ROOT).catch((error: unknown) => {
  // The message names the missing file; a stack trace adds nothing to it.
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
for (const [path, text] of differing) {
  await (text === undefined ? rm(join(ROOT, path)) : writeFile(join(ROOT, path), text));
  console.log(`${text === undefined ? 'Removed' : 'Wrote'} ${path}`);
}
if (differing.size === 0) console.log('The documentation is as the code says');
