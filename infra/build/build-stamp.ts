import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Sources and results of a build, each file with its size and time of change. */
const stamp = z.object({
  /** Rows, options and tools that are no file of the build. */
  made: z.string(),
  files: z.record(z.string(), z.string()),
});

const STAMP = 'build-stamp.json';

/** Says of a file whether it is still the same, as make would; `undefined` when it is gone. */
function readFileState(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.size}:${found.mtimeMs}`;
}

/** The rows and tools that decide a build, as text. A different text means a different build. */
export function buildKey(folders: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([process.version, folders]))
    .digest('hex');
}

/**
 * Returns true if a build of this make is in a folder, with every file of it and every file it was made from unchanged.
 */
export function isCurrent(outDir: string, key: string): boolean {
  try {
    const stored = stamp.parse(JSON.parse(readFileSync(join(outDir, STAMP), 'utf8')));
    return stored.made === key && Object.entries(stored.files).every(([path, state]) => readFileState(path) === state);
  } catch {
    // No stamp, or one of another time: then it is built.
    return false;
  }
}

/** Leaves the stamp of a build that is complete. */
export function writeStamp(outDir: string, made: string, paths: readonly string[]): void {
  const files = Object.fromEntries(paths.map((path) => [path, readFileState(path) ?? 'gone']));
  writeFileSync(join(outDir, STAMP), JSON.stringify({ made, files }));
}
