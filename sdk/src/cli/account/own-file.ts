import { lstatSync, readFileSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Maximum size of a file that `readOwnFile` reads. The state file of a local stack is much smaller. */
const MAX_BYTES = 1024 * 1024;

/**
 * Finds the real path of a folder that belongs to the current user and that no other user can write to.
 * @returns `undefined` for any other folder, or if the folder does not exist
 */
export function ownFolder(path: string): string | undefined {
  try {
    const folder = realpathSync(path);
    return isOwn(lstatSync(folder)) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a file in a folder of `ownFolder`. Refuses symbolic links, and files of other users or that other users can write to.
 * @returns `undefined` if the file does not exist or is refused
 */
export function readOwnFile(folder: string, name: string): string | undefined {
  try {
    const path = join(folder, name);
    const facts = lstatSync(path);
    return facts.isFile() && isOwn(facts) && facts.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns true if the current user owns a file and no other user can write to it. On Windows, all files are accepted, because
 * Windows has no such owner and mode.
 */
function isOwn({ uid, mode }: Stats): boolean {
  const caller = process.getuid?.();
  return caller === undefined || (uid === caller && (mode & 0o022) === 0);
}
