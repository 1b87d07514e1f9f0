import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '#local/processes/is-alive';

/** A build takes seconds; one that holds the lock longer than this has died with its machine. */
const LOCK_LIMIT_MS = 120_000;

/** Earlier builds that stay, for stacks that still run on them. */
const KEPT_BUILDS = 3;

export interface MadeFolder {
  /** Holds one folder per key. */
  readonly home: string;
  /** Returns the hash of the folder's sources; undefined if they are known only once it is made. */
  readonly key: () => string | undefined;
  /** Makes the content in a separate folder. */
  readonly make: (draft: string) => Promise<void>;
}

/**
 * A folder that is made once per key and never changed afterwards. Several processes may ask at once: one makes it and
 * the others wait.
 * @throws what `make` throws; nothing is kept then
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
    if (after === undefined) throw new Error(`${home} holds no list of what it was made from`);
    // Inputs that changed in between may be in it or not: it serves this run, and is found by no other.
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
 * Takes a free lock, or one of a dead process.
 * @returns a function that releases it, or undefined if a process holds it
 */
export function tryLock(file: string): (() => void) | undefined {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return () => rmSync(file, { force: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const holder = readHolder(file);
    if (holder !== undefined && isAlive(holder)) return undefined;
    // A lock that was released in between may be another's by now, and is not removed.
    if (holder !== undefined) rmSync(file, { force: true });
    return tryLock(file);
  }
}

/** The id of the process that holds the lock; undefined once it is released. */
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
