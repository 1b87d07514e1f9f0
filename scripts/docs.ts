/** `npm run docs` writes the generated documentation; `npm run docs -- --check` names the files that differ. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findDocsDrift, generatedDocs, generatedExample } from './docs/generate';

const ROOT = resolve(import.meta.dirname, '..');

const isCheck = process.argv.includes('--check');
await mkdir(join(ROOT, 'docs/generated'), { recursive: true });
if (!isCheck) for (const [path, text] of await generatedExample(ROOT)) await writeFile(join(ROOT, path), text);
const differing = await findDocsDrift(ROOT).catch((error: unknown) => {
  // The message names the missing file; a stack trace adds nothing to it.
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
if (isCheck) {
  for (const path of differing) console.error(`${path} differs: run "npm run docs"`);
  if (differing.length > 0) process.exitCode = 1;
} else {
  const docs = await generatedDocs(ROOT);
  for (const path of differing) {
    const text = docs.get(path);
    const file = join(ROOT, path);
    await mkdir(dirname(file), { recursive: true });
    await (text === undefined ? rm(file) : writeFile(file, text));
    console.log(`${text === undefined ? 'Removed' : 'Wrote'} ${path}`);
  }
  if (differing.length === 0) console.log('The documentation is as the code says');
}
