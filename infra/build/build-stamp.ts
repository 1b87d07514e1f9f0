import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Sources and results of a build: each file with its size and modification time. */
const stamp = z.object({
  /** Inputs of the build that are not files, for example the Node version. */
  made: z.string(),
  files: z.record(z.string(), z.string()),
});

const STAMP = 'build-stamp.json';

/** Returns size and modification time of a file, to detect changes as `make` does; `undefined` if the file does not exist. */
function readFileState(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.size}:${found.mtimeMs}`;
}

/** Returns a hash of the functions' folder names and the Node version. A different hash requires a new build. */
export function buildKey(folders: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([process.version, folders]))
    .digest('hex');
}

/** Returns true if the folder contains a build with this key, and none of its source or output files has changed. */
export function isCurrent(outDir: string, key: string): boolean {
  try {
    const stored = stamp.parse(JSON.parse(readFileSync(join(outDir, STAMP), 'utf8')));
    return stored.made === key && Object.entries(stored.files).every(([path, state]) => readFileState(path) === state);
  } catch {
    // The stamp is missing or has an older format: build again.
    return false;
  }
}

/** Writes the stamp of a complete build. */
export function writeStamp(outDir: string, made: string, paths: readonly string[]): void {
  const files = Object.fromEntries(paths.map((path) => [path, readFileState(path) ?? 'gone']));
  writeFileSync(join(outDir, STAMP), JSON.stringify({ made, files }));
}
