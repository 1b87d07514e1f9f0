import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandFailed, systemCode } from '../errors.js';

/** Writes a JSON file that only its owner can read. The write is atomic: a reader sees the complete old or new file. */
export function writePrivateFile(path: string, content: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  // If a killed process left a draft, `writeFileSync` overwrites the draft without a change of its mode.
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/**
 * Reads a file that `writePrivateFile` wrote; `undefined` if the file does not exist.
 * @throws CommandFailed if other users have access to the file, or the file does not contain a JSON object
 */
export function readPrivateFile(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // Windows protects the files in a user's folder with access lists instead of modes.
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      throw new CommandFailed(
        `Other users can read ${path}, which contains a key. Run chmod 600 on it, and replace the key if others had access`,
      );
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isRecord(content)) return content;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandFailed(`${path} is damaged. Delete it and log in again`);
}

/** Returns true if a value is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
