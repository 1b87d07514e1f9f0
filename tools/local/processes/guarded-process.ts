import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '#local/engines/local-cloud';
import type { ProcessGuard } from './process-guard';

/** Maximum time from the start of a process until its output contains `readyText`. `npx` may first download the program. */
const READY_WITHIN_MS = 60_000;
const READY_POLL_MS = 4;
/** Maximum time from SIGTERM to the end of the process, before SIGKILL. The database engine closes its log in about 5 ms. */
const STOP_WITHIN_MS = 5_000;

export interface GuardedProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** File for the output of the started process. With a pipe, its last output would be lost if the parent process is killed. */
  readonly logFile: string;
  /** Text in the output that shows that the process accepts requests. */
  readonly readyText: string;
  readonly guard: ProcessGuard;
  readonly report: Report;
  /** All environment variables of the process. @default the environment of this process */
  readonly env?: NodeJS.ProcessEnv;
}

export interface GuardedProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a process that ends when this process ends. Resolves once the started process accepts requests. */
export async function startGuardedProcess(options: GuardedProcessOptions): Promise<GuardedProcess> {
  const { command, guard, logFile, env = process.env } = options;
  const log = openSync(logFile, 'w', 0o600);
  // Use a separate process group: `npx` starts more than one process, and the guard ends the whole group.
  const engine = spawn(command, options.args, { stdio: ['ignore', log, log], detached: true, env });
  closeSync(log);
  const ended = onceEnded(engine);
  const { pid } = engine;
  if (pid === undefined) throw new Error(`${command} cannot be started: ${await ended}`);
  guard.watch(pid);

  let isStopping = false;
  let hasEnded = false;
  const unwatched = ended.then((how) => {
    hasEnded = true;
    guard.watch(undefined);
    if (!isStopping) options.report(`${command} ended unexpectedly: ${how}`);
  });

  async function stop(): Promise<void> {
    isStopping = true;
    signalGroup(pid, 'SIGTERM');
    const isGone = await Promise.race([unwatched.then(() => true), sleep(STOP_WITHIN_MS, false, { ref: false })]);
    if (!isGone) signalGroup(pid, 'SIGKILL');
    await unwatched;
  }

  const deadline = Date.now() + READY_WITHIN_MS;
  while (!readFileSync(logFile, 'utf8').includes(options.readyText)) {
    if (hasEnded || Date.now() > deadline) {
      await stop();
      throw new Error(`${command} did not start: ${readFileSync(logFile, 'utf8').trim()}`);
    }
    await sleep(READY_POLL_MS);
  }
  return { pid, stop };
}

function onceEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The process group has already ended.
  }
}
