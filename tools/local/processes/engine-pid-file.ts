import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';

const POLL_MS = 20;
const TERM_FOR_MS = 5_000;

const pidRecordSchema = z.object({ enginePid: z.number(), runnerPid: z.number(), runnerCommand: z.string() });

type PidRecord = z.infer<typeof pidRecordSchema>;

/**
 * Ends an engine that still uses the database file, if its runner (the process that started the engine) was killed.
 * @throws Error if the runner is still running: two engines cannot share a file
 */
export async function endStaleEngine(pidFile: string, databaseFile: string): Promise<void> {
  const pidRecord = await readPidFile(pidFile);
  if (pidRecord === undefined || !isEngineProcess(pidRecord.enginePid, databaseFile)) return;
  if (readCommand(pidRecord.runnerPid) === pidRecord.runnerCommand) {
    throw new Error(
      `${databaseFile} is in use by process ${pidRecord.runnerPid}. Stop it first, or set another DATA_DIR.`,
    );
  }
  const termUntil = Date.now() + TERM_FOR_MS;
  while (isEngineProcess(pidRecord.enginePid, databaseFile)) {
    try {
      process.kill(pidRecord.enginePid, Date.now() < termUntil ? 'SIGTERM' : 'SIGKILL');
    } catch {
      return; // Ended between the look and the signal.
    }
    await sleep(POLL_MS);
  }
}

/** Records in the pid file that this process runs the engine. */
export async function writePidFile(pidFile: string, enginePid: number): Promise<void> {
  const pidRecord: PidRecord = {
    enginePid,
    runnerPid: process.pid,
    runnerCommand: readCommand(process.pid) ?? '',
  };
  await writeFile(pidFile, JSON.stringify(pidRecord), { mode: 0o600 });
}

/** Removes the pid file. Call this only after the engine has ended. */
export async function removePidFile(pidFile: string): Promise<void> {
  await rm(pidFile, { force: true });
}

async function readPidFile(pidFile: string): Promise<PidRecord | undefined> {
  try {
    return pidRecordSchema.parse(JSON.parse(await readFile(pidFile, 'utf8')));
  } catch {
    return undefined; // No earlier run, or one that was killed while writing this file.
  }
}

/** Returns true if the command line of the process contains the database file. The id alone proves nothing: ids are reused. */
function isEngineProcess(pid: number, databaseFile: string): boolean {
  return readCommand(pid)?.includes(databaseFile) ?? false;
}

function readCommand(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
