/**
 * `npm run docs` writes the generated files. With `--ignored`, it writes only the files that git ignores. Programs that read
 * these files run `npm run docs -- --ignored` first.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ignoredFiles, stampGenerated } from './generate';

const ROOT = resolve(import.meta.dirname, '../..');

const startedMs = Date.now();
try {
  const files = await ignoredFiles(ROOT);
  writeChanged(files);
  await stampGenerated(ROOT, files.keys(), startedMs);
  if (!process.argv.includes('--ignored')) await writeCommitted();
} catch (error) {
  // The message says what is missing, for example a description. A stack trace is not useful.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Writes the committed files, and removes pages that are no longer generated. */
async function writeCommitted(): Promise<void> {
  const { committedFiles, PAGES } = await import('./committed');
  const files = await committedFiles(ROOT);
  writeChanged(files);
  for (const path of readdirSync(join(ROOT, PAGES)).map((name) => `${PAGES}/${name}`))
    if (!files.has(path)) rmSync(join(ROOT, path));
}

/** Replaces each file atomically, so that a concurrent program never reads an incomplete file. */
function writeChanged(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    const file = join(ROOT, path);
    if (readIfPresent(file) === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, text);
    renameSync(draft, file);
    console.log(`Wrote ${path}`);
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
