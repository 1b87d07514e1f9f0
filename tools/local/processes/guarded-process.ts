import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '#local/engines/local-cloud';
import type { ProcessGuard } from './process-guard';

/** Time from the spawn of an engine to its ready line; npx may have to fetch it first. */
const READY_WITHIN_MS = 60_000;
const READY_POLL_MS = 4;
/** After a polite SIGTERM; the engine needs about 5 ms to fold in its log. */
const STOP_WITHIN_MS = 5_000;

export interface GuardedProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Receives the output. A pipe would break the engine's last words when the runner is killed. */
  readonly logFile: string;
  /** The process serves once its output has this text. */
  readonly readyText: string;
  readonly guard: ProcessGuard;
  readonly report: Report;
  /** Its whole environment. @default the environment of this process */
  readonly env?: NodeJS.ProcessEnv;
}

export interface GuardedProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts an engine that cannot outlive this process. Resolves once the engine serves. */
export async function startGuardedProcess(options: GuardedProcessOptions): Promise<GuardedProcess> {
  const { command, guard, logFile, env = process.env } = options;
  const log = openSync(logFile, 'w', 0o600);
  // A separate group: the guard ends the whole group, which under npx is more than one process.
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
    if (!isStopping) options.report(`${command} ended by itself: ${how}`);
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
    // The group has ended already.
  }
}
