import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Ends the started program (the engine) and removes the temporary folder when this process ends, even if it is killed. */
export interface ProcessGuard {
  /** Sets the process id of the engine to end, which is also its process group's id. Pass `undefined` after the engine's end. */
  watch(pid: number | undefined): void;
  /** Makes the guard process end a running engine and remove the temporary folder. Resolves once the guard process has exited. */
  release(): Promise<void>;
}

/**
 * Starts a small second process that reads a pipe from this process. When the pipe closes (on `release`, or because this process
 * was killed), the second process ends the engine and removes the temporary folder.
 */
export function startProcessGuard(temporaryFolder: string | undefined): ProcessGuard {
  const guard = spawn(process.execPath, [fileURLToPath(new URL('./guard-process.mjs', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Leave the terminal's process group. Otherwise Ctrl-C would end the guard before the engine.
    detached: true,
    env: {},
  });
  const ended = new Promise<void>((resolve) => {
    guard.once('exit', () => resolve());
    guard.once('error', () => resolve());
  });
  guard.stdin.on('error', () => {}); // The guard has gone: nothing to tell it any more.
  const tell = (pid: number | undefined) => guard.stdin.write(`${JSON.stringify({ pid, folder: temporaryFolder })}\n`);
  tell(undefined);

  return {
    watch(pid) {
      tell(pid);
    },
    async release() {
      guard.stdin.end();
      await ended;
    },
  };
}
