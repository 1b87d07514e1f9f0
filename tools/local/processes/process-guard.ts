import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Ends a program that this process started (for example a database engine) and removes its temporary folder when this process
 * ends, even if this process is killed.
 */
export interface ProcessGuard {
  /**
   * Sets the id of the started program's process, which is also its process group's id. Pass `undefined` after the program's end.
   */
  watch(pid: number | undefined): void;
  /**
   * Makes the guard process end the started program and remove the temporary folder. Resolves once the guard process has exited.
   */
  release(): Promise<void>;
}

/**
 * Starts a small second process that reads a pipe from this process. When the pipe closes (on `release`, or because this process
 * was killed), the second process ends the started program and removes the temporary folder.
 */
export function startProcessGuard(temporaryFolder: string | undefined): ProcessGuard {
  const guard = spawn(process.execPath, [fileURLToPath(new URL('./guard-process.mjs', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Leave the terminal's process group. Otherwise Ctrl-C would end the guard before the guard ends the started program.
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
