import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const TERM_FOR_MS = 5_000;

interface Claim {
  readonly enginePid: number;
  readonly runnerPid: number;
  readonly runnerCommand: string;
}

/**
 * Makes sure that no engine of an earlier run still holds the database file. An engine whose runner was
 * killed is ended; one whose runner lives makes this call throw, since two cannot share a file.
 */
export async function endStaleEngine(claimFile: string, databaseFile: string): Promise<void> {
  const claim = await readClaim(claimFile);
  if (claim === undefined || !isEngineOf(claim.enginePid, databaseFile)) return;
  if (commandOf(claim.runnerPid) === claim.runnerCommand) {
    throw new Error(
      `${databaseFile} is in use by process ${claim.runnerPid}: stop it first, or name another DATA_DIR.`,
    );
  }
  const termUntil = Date.now() + TERM_FOR_MS;
  while (isEngineOf(claim.enginePid, databaseFile)) {
    try {
      process.kill(claim.enginePid, Date.now() < termUntil ? 'SIGTERM' : 'SIGKILL');
    } catch {
      return; // Ended between the look and the signal.
    }
    await sleep(POLL_MS);
  }
}

/** Writes down that this process runs that engine. */
export async function claimEngine(claimFile: string, enginePid: number): Promise<void> {
  const claim: Claim = { enginePid, runnerPid: process.pid, runnerCommand: commandOf(process.pid) ?? '' };
  await writeFile(claimFile, JSON.stringify(claim), { mode: 0o600 });
}

/** After the engine has ended. */
export async function releaseEngine(claimFile: string): Promise<void> {
  await rm(claimFile, { force: true });
}

async function readClaim(claimFile: string): Promise<Claim | undefined> {
  try {
    const claim: unknown = JSON.parse(await readFile(claimFile, 'utf8'));
    return isClaim(claim) ? claim : undefined;
  } catch {
    return undefined; // No earlier run, or one that was killed while writing this file.
  }
}

function isClaim(value: unknown): value is Claim {
  return (
    typeof value === 'object' &&
    value !== null &&
    'enginePid' in value &&
    typeof value.enginePid === 'number' &&
    'runnerPid' in value &&
    typeof value.runnerPid === 'number' &&
    'runnerCommand' in value &&
    typeof value.runnerCommand === 'string'
  );
}

/** Process ids are reused: only a process that was started on this very file is the engine. */
function isEngineOf(pid: number, databaseFile: string): boolean {
  return commandOf(pid)?.includes(databaseFile) ?? false;
}

function commandOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
    }
    return (
      execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}
