import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandFailed, systemCode } from '../errors.js';

/** Writes JSON for its owner alone, whole: a reader sees the old file or the new one. */
export function writePrivateFile(path: string, content: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  // A draft that a killed process left keeps its mode when it is written again.
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/**
 * Reads such a file; `undefined` if there is none.
 * @throws CommandFailed when others may read it, or it is no JSON object
 */
export function readPrivateFile(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // Windows keeps files of a person's folder by access lists instead.
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      throw new CommandFailed(
        `Others can read ${path}, which holds a key: chmod 600 it, and replace the key if others had access`,
      );
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isRecord(content)) return content;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandFailed(`${path} is damaged: delete it and log in again`);
}

/** Returns true if a value is an object with properties. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
