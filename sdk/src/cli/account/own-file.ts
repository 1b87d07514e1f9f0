import { lstatSync, readFileSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Far above a state file with the environment of every function. */
const MAX_BYTES = 1024 * 1024;

/**
 * Finds the real path of a folder that belongs to the caller and that no other user can write to.
 * @returns `undefined` for any other folder, and if there is none
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
 * Reads a file of such a folder by the same rule. A link is not followed.
 * @param folder as `ownFolder` gives it
 * @returns its text; `undefined` for a file of anyone else, and if there is none
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

/** Returns true for the caller's own file; false if another user owns it or can write to it. Windows has access lists instead, and neither fact. */
function isOwn({ uid, mode }: Stats): boolean {
  const caller = process.getuid?.();
  return caller === undefined || (uid === caller && (mode & 0o022) === 0);
}
