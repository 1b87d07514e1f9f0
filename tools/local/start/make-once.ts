import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '#local/processes/is-alive';

/**
 * Maximum wait for the lock file of another process's build, in ms. Then the waiting process removes the file, because a build
 * takes only seconds.
 */
const LOCK_LIMIT_MS = 120_000;

/** Number of earlier builds to keep, because running stacks may still use them. */
const KEPT_BUILDS = 3;

export interface MadeFolder {
  /** Folder with one subfolder per key. */
  readonly home: string;
  /** Returns the hash of the sources; `undefined` if the sources are known only after the first build. */
  readonly key: () => string | undefined;
  /** Creates the content in the folder `draft`. */
  readonly make: (draft: string) => Promise<void>;
}

/**
 * Returns the immutable folder of the current key. If the folder is missing, one process builds it and other processes wait.
 * @throws the error of `make`; no folder is kept then
 */
export async function makeOnce({ home, key, make }: MadeFolder): Promise<string> {
  const existing = () => {
    const name = key();
    const folder = name === undefined ? undefined : join(home, name);
    return folder !== undefined && existsSync(folder) ? folder : undefined;
  };
  const present = existing();
  if (present !== undefined) return present;
  mkdirSync(home, { recursive: true });
  const unlock = await lock(join(home, 'lock'));
  const draft = join(home, `draft-${process.pid}`);
  try {
    const waitedFor = existing();
    if (waitedFor !== undefined) return waitedFor;
    const before = key();
    await make(draft);
    const after = key();
    if (after === undefined) throw new Error(`${home} contains no list of its sources`);
    // If a source changed during the build, the content is unreliable. With the process id, later runs do not find the folder.
    const folder = join(home, before === undefined || before === after ? after : `${after}-${process.pid}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    removeOld(home, folder);
    return folder;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    unlock();
  }
}

async function lock(file: string): Promise<() => void> {
  const until = Date.now() + LOCK_LIMIT_MS;
  for (;;) {
    const unlock = tryLock(file);
    if (unlock !== undefined) return unlock;
    if (Date.now() > until) rmSync(file, { force: true });
    else await sleep(100);
  }
}

/**
 * Acquires the lock if the lock is free, or if the process that holds the lock has ended.
 * @returns a function that releases the lock, or `undefined` if another process holds the lock
 */
export function tryLock(file: string): (() => void) | undefined {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return () => rmSync(file, { force: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const holder = readHolder(file);
    if (holder !== undefined && isAlive(holder)) return undefined;
    // If the lock file was missing when read, do not remove it: another process may have created a new lock since.
    if (holder !== undefined) rmSync(file, { force: true });
    return tryLock(file);
  }
}

/** Returns the id of the process that holds the lock; `undefined` if the lock was released. */
function readHolder(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function removeOld(home: string, current: string): void {
  const old = readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(home, entry.name))
    .filter((path) => path !== current)
    .sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs);
  for (const path of old.slice(KEPT_BUILDS)) rmSync(path, { recursive: true, force: true });
}
